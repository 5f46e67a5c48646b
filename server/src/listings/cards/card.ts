import { countDays, type DaysOnMarket, daysOnMarket, photoAddress, publicPlace } from "../listing-fields.ts";
import { listingZone } from "../local-day.ts";
import { statusInApi } from "../statuses.ts";
import type { CardRow } from "./cards-by-id.sql.ts";

/**
 * A listing as it stands in lists, encoded once. What changes from day to day or from search to search
 * (days on market, distance) is put behind it when a page is written.
 */
export type Card = { revision: number; json: string; days: DaysOnMarket; zone: string };

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
  return {
    revision: row.revision,
    json: json.slice(0, -1),
    days: daysOnMarket(row),
    zone: listingZone(row.state),
  };
}

/** The card as one item of a list. `miles` is there in radius searches only. `today`: see dayNumberByZone. */
export function writeCard(card: Card, today: (zone: string) => number, miles: number | undefined): string {
  const distance = miles === undefined ? "" : `,"distance_miles":${miles}`;
  return `${card.json},"days_on_market":${countDays(card.days, today(card.zone))}${distance}}`;
}
