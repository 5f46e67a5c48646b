import { hash } from "node:crypto";
import { countDays, type DaysOnMarket, daysOnMarket, photoAddress } from "../listing-fields.ts";
import { listingZone } from "../local-day.ts";
import { firstOf, type KeptPhoto } from "../page-images/kept-photos.sql.ts";
import { listingImages } from "../page-images/listing-images.ts";
import { attributionOfListing } from "../rules/attribution.ts";
import type { SourceState } from "../rules/read-source-states.ts";
import { shownFields } from "../rules/shown-fields.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { statusInApi } from "../statuses.ts";
import type { CardRow } from "./cards-by-id.sql.ts";

/**
 * A listing as it stands in lists, encoded once. What changes from day to day or from search to search (days on market, distance,
 * the source's part of the attribution) is put behind it when a page is written.
 */
export type Card = {
  sourceId: number;
  revision: number;
  /** Whether only our copies of its photos were shown when it was made. */
  copiesPhotos: boolean;
  /** The addresses of its first photos, and what was stored of them. */
  first: { urls: readonly string[]; photos: readonly KeptPhoto[] };
  /** Open at its end: in the attribution, where it has one. */
  bytes: Buffer;
  digest: string;
  hasAttribution: boolean;
  /** Null when they are not shown. */
  days: DaysOnMarket | null;
  zone: string;
};

type CardSource = Pick<SourceState, "rules" | "hidden">;

/** Pictures of a card: the others are on the listing's page. */
const IMAGES = 1;

/**
 * The card as the rules of its source allow it.
 *
 * @param photos the listing's first.
 */
export function encodeCard(
  listing: CardRow,
  {
    photos,
    publicApiUrl,
    source,
  }: { photos: readonly KeptPhoto[]; publicApiUrl: string; source: CardSource | undefined },
): Card {
  const days: DaysOnMarket | null = daysOnMarket(listing);
  const row = shownFields({ ...listing, days }, source?.hidden);
  const hasAttribution = source?.rules.attribution ?? true;
  const json = JSON.stringify({
    listing_id: row.listing_id,
    list_price: row.list_price,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    lot_size_acres: row.lot_size_acres,
    year_built: row.year_built,
    hoa_monthly: row.hoa_monthly,
    new_construction: row.new_construction,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    county: row.county,
    latitude: row.latitude,
    longitude: row.longitude,
    property_type: row.property_type,
    status: statusInApi(row.status),
    list_date: row.list_date,
    sold_date: row.sold_date,
    photos: row.photos.map((url) => photoAddress(url, publicApiUrl)),
    photos_count: row.photos_count,
    images: listingImages(photos, row).slice(0, IMAGES),
    ...(hasAttribution && { attribution: attributionOfListing(row) }),
  });
  // Without the last braces, of the attribution and of the card: more fields follow.
  const bytes = Buffer.from(json.slice(0, hasAttribution ? -2 : -1));
  return {
    sourceId: row.source_id,
    revision: row.revision,
    copiesPhotos: row.copies_photos,
    first: { urls: firstOf(listing.photos), photos },
    bytes,
    digest: hash("sha1", bytes, "base64url"),
    hasAttribution,
    days: row.days,
    zone: listingZone(row.state),
  };
}

/** What the ends of cards are made of. `today`: see dayNumberByZone. */
export type CardEnds = {
  today: (zone: string) => number;
  sources: Pick<SourceStates, "attributionOf">;
};

/** The card as one item of a list, as text. */
export function writeCard(card: Card, ends: CardEnds): string {
  return `${card.bytes.toString()}${endOf(card, ends, undefined)}`;
}

/**
 * Cards as the items of a list between `head`, which is ASCII, and `tail`. `miles` is there in radius searches only.
 *
 * @returns the bytes, and a text that stands for the items: the digests of the cards, which are made once, with what follows each.
 */
export function joinCards(
  head: string,
  cards: readonly { card: Card; miles: number | undefined }[],
  tail: string,
  cardEnds: CardEnds,
): { bytes: Buffer; items: string } {
  let items = "";
  const ends = cards.map(({ card, miles }, nth) => {
    const end = endOf(card, cardEnds, miles);
    items += card.digest + end;
    return nth === cards.length - 1 ? end : `${end},`;
  });
  const length = cards.reduce(
    (sum, { card }, nth) => sum + card.bytes.length + (ends[nth] as string).length,
    0,
  );
  const bytes = Buffer.allocUnsafe(head.length + length + Buffer.byteLength(tail));
  let at = bytes.write(head, 0, "latin1");
  cards.forEach(({ card }, nth) => {
    at += card.bytes.copy(bytes, at);
    at += bytes.write(ends[nth] as string, at, "latin1");
  });
  bytes.write(tail, at);
  return { bytes, items };
}

/** What differs from day to day or from search to search, and the end of the item. In ASCII. */
function endOf(card: Card, { today, sources }: CardEnds, miles: number | undefined): string {
  const attribution = card.hasAttribution
    ? `${sources.attributionOf(card.sourceId)}}`
    : ',"attribution":null';
  const days = card.days && countDays(card.days, today(card.zone));
  const distance = miles === undefined ? "" : `,"distance_miles":${miles}`;
  return `${attribution},"days_on_market":${days}${distance}}`;
}
