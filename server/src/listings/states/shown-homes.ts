import type { Context } from "../../platform/context.ts";
import { type CardRow, cardsById } from "../cards/cards-by-id.sql.ts";
import { photoAddress } from "../listing-fields.ts";
import type { Attribution } from "../listings.schemas.ts";
import { attributionOf } from "../rules/attribution.ts";
import { shownFields } from "../rules/shown-fields.ts";
import { noticesOf, type SourceNotices } from "../rules/source-notices.ts";
import type { UsesListings } from "../services.ts";
import { statusInApi } from "../statuses.ts";

/** A listing as it may be shown outside of this API, such as in a mail. */
export type ShownHome = {
  id: number;
  sourceId: number;
  listingId: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  price: number | null;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  /** As the API says it. */
  status: string;
  propertyType: string;
  /** The preferred photo. */
  photo: string | null;
  /** Who offers it; null where that is not known, or the source hides it. */
  office: string | null;
  /** Null where the source does not ask for it. */
  attribution: Attribution | null;
  notices: SourceNotices;
};

/** Those of these listings that are public, under the rules of their sources. Of which sources they are is up to the caller. */
export async function shownHomes(
  { db, clock, config, listings: { sources } }: Context<UsesListings>,
  ids: readonly number[],
): Promise<Map<number, ShownHome>> {
  if (ids.length === 0) return new Map();
  const rows = await cardsById(db, [...ids]);
  const now = clock.now();
  return new Map(
    rows.map((stored: CardRow) => {
      const source = sources.of(stored.source_id);
      const row = shownFields(stored, source?.hidden);
      const [photo] = row.photos;
      const home: ShownHome = {
        id: row.id,
        sourceId: row.source_id,
        listingId: row.listing_id,
        address: row.address,
        city: row.city,
        state: row.state,
        zip: row.zip,
        price: row.list_price,
        beds: row.beds,
        baths: row.baths,
        sqft: row.sqft,
        status: statusInApi(row.status),
        propertyType: row.property_type,
        photo: photo === undefined ? null : photoAddress(photo, config.publicApiUrl),
        office: row.office_name,
        attribution: attributionOf(row, source),
        notices: source ? noticesOf(source, now) : { disclaimer: null, copyright: null },
      };
      return [row.id, home];
    }),
  );
}
