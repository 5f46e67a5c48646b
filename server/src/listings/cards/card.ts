import { hash } from "node:crypto";
import { countDays, type DaysOnMarket, daysOnMarket, photoAddress, publicPlace } from "../listing-fields.ts";
import { listingZone } from "../local-day.ts";
import { statusInApi } from "../statuses.ts";
import type { CardRow } from "./cards-by-id.sql.ts";

/**
 * A listing as it stands in lists, encoded once. What changes from day to day or from search to search
 * (days on market, distance) is put behind it when a page is written.
 */
export type Card = { revision: number; bytes: Buffer; digest: string; days: DaysOnMarket; zone: string };

export function encodeCard(row: CardRow, publicApiUrl: string): Card {
  const place = publicPlace(row);
  const json = JSON.stringify({
    listing_id: row.listing_id,
    list_price: row.list_price,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    lot_size_acres: row.lot_size_acres,
    year_built: row.year_built,
    address: place.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    county: row.county,
    latitude: place.latitude,
    longitude: place.longitude,
    property_type: row.property_type,
    status: statusInApi(row.status),
    list_date: row.list_date,
    sold_date: row.sold_date,
    photos: row.photos.map((url) => photoAddress(url, publicApiUrl)),
  });
  // Without its last brace: more fields follow.
  const bytes = Buffer.from(json.slice(0, -1));
  return {
    revision: row.revision,
    bytes,
    digest: hash("sha1", bytes, "base64url"),
    days: daysOnMarket(row),
    zone: listingZone(row.state),
  };
}

type Today = (zone: string) => number;

/** The card as one item of a list, as text. `today`: see dayNumberByZone. */
export function writeCard(card: Card, today: Today): string {
  return `${card.bytes.toString()}${endOf(card, today, undefined)}`;
}

/**
 * Cards as the items of a list between `head` and `tail`, which are ASCII. `miles` is there in radius searches only.
 *
 * @returns the bytes, and a text that stands for the items: the digests of the cards, which are made once, with what follows each.
 */
export function joinCards(
  head: string,
  cards: readonly { card: Card; miles: number | undefined }[],
  tail: string,
  today: Today,
): { bytes: Buffer; items: string } {
  let items = "";
  const ends = cards.map(({ card, miles }, nth) => {
    const end = endOf(card, today, miles);
    items += card.digest + end;
    return end + (nth === cards.length - 1 ? tail : ",");
  });
  const first = cards.length === 0 ? head + tail : head;
  const length = cards.reduce(
    (sum, { card }, nth) => sum + card.bytes.length + (ends[nth] as string).length,
    0,
  );
  const bytes = Buffer.allocUnsafe(first.length + length);
  let at = bytes.write(first, 0, "latin1");
  cards.forEach(({ card }, nth) => {
    at += card.bytes.copy(bytes, at);
    at += bytes.write(ends[nth] as string, at, "latin1");
  });
  return { bytes, items };
}

/** What differs from day to day or from search to search, and the end of the item. */
function endOf(card: Card, today: Today, miles: number | undefined): string {
  const distance = miles === undefined ? "" : `,"distance_miles":${miles}`;
  return `,"days_on_market":${countDays(card.days, today(card.zone))}${distance}}`;
}
