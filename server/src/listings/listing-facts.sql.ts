import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isPublic } from "./statuses.ts";

/** The properties of a listing from which a visitor's preferences are inferred. */
export type ListingFacts = {
  listing_id: string;
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  city: string | null;
  property_type: string;
  property_subtype: string | null;
  /** As in the feed. */
  features: string[];
  description: string | null;
};

/** A listing, and its facts unless the caller has those of this revision. */
export type VersionedFacts = { listing_id: string; revision: number; facts: ListingFacts | null };

/**
 * The facts of those listings that are public in a brokerage. Of a listing whose current revision the caller has, only the
 * revision is read.
 *
 * Index: listings_listing_id_key. Expected: at most 1,000 rows, of some 2 kB without a known revision. Rejected: the details,
 * which read photos and history too.
 */
export async function listingFacts(
  db: Db,
  knownRevisions: ReadonlyMap<string, number | null>,
  sourceIds: readonly number[] | null,
): Promise<VersionedFacts[]> {
  if (knownRevisions.size === 0) return [];
  const { rows } = await sql<ListingFacts & { revision: number; is_known: boolean; source_id: number }>`
    select listings.listing_id, listings.revision, source_id, is_known, list_price, beds, baths, city, property_type,
      property_subtype, case when not is_known then features end as features,
      case when not is_known then description end as description
    from unnest(
      ${[...knownRevisions.keys()]}::text[],
      ${[...knownRevisions.values()]}::bigint[]
    ) as known (listing_id, revision)
    join listings on listings.listing_id = known.listing_id,
      lateral (select listings.revision is not distinct from known.revision) as compared (is_known)
    where ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  const hidingOf = await readHiding(db);
  return rows.map((row) => {
    const { revision, is_known, source_id, ...facts } = shownFields(row, hidingOf(row.source_id).hidden);
    return { listing_id: facts.listing_id, revision, facts: is_known ? null : facts };
  });
}
