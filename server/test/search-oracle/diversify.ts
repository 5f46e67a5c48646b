import { sql } from "kysely";
import { makeMissingWords } from "../../src/listings/index.ts";
import { noteWithoutWords } from "../../src/listings/keywords/listing-words.ts";
import type { Db } from "../../src/platform/database/database.ts";
import { type ListingRow, readListingRows } from "./listing-rows.ts";
import { diversePosition } from "./positions.ts";
import type { SeededRandom } from "./seeded-random.ts";

const STATUSES = [
  [30, "Active"],
  [12, "Pending"],
  [25, "Closed"],
  [6, "Coming Soon"],
  [8, "Active Under Contract"],
  [4, "Canceled"],
  [1, "Delete"],
  [5, "Expired"],
  [3, "Hold"],
  [2, "Incomplete"],
  [4, "Withdrawn"],
] as const;

const STATES = [
  [50, "WA"],
  [30, "ID"],
  [8, "OR"],
  [4, "wa"],
  [4, "Id"],
  [4, null],
] as const;

export const CITIES = [
  "Seattle",
  "Bellevue",
  "Federal Way",
  "Boise",
  "Eagle",
  "Cañon Falls",
  "Coeur d'Alene",
] as const;

const PROPERTY_TYPES = [
  [70, "Residential"],
  [20, "Land"],
  [10, "Commercial"],
] as const;

const BATCH = 4000;

/**
 * Makes the county's rows, all of them sold homes in one state, differ in everything that a search looks at, and
 * deletes a few. Ties are common. The same seed on the same rows makes the same changes on either database.
 *
 * @param share how many of the rows change, from 0 to 1.
 */
export async function diversify(db: Db, random: SeededRandom, share = 1): Promise<void> {
  const rows = await readListingRows(db);
  const doomed = rows.filter(() => random.chance(share / 100));
  await db
    .deleteFrom("listings")
    .where(
      "id",
      "in",
      doomed.map((row) => row.id),
    )
    .execute();
  const changed = rows.filter(() => random.chance(share)).map((row) => diverse(row, random));
  for (let from = 0; from < changed.length; from += BATCH) await store(db, changed.slice(from, from + BATCH));
}

function diverse(row: ListingRow, random: SeededRandom): ListingRow {
  const orNull = <Value>(share: number, value: Value) => (random.chance(share) ? null : value);
  return {
    ...row,
    ...diversePosition(row, random),
    status: random.weighted(STATUSES),
    property_type: random.weighted(PROPERTY_TYPES),
    list_price: orNull(0.03, diversePrice(row.list_price ?? 0, random)),
    beds: orNull(0.04, row.beds),
    baths: orNull(0.04, row.baths),
    sqft: orNull(0.04, random.chance(0.5) ? Math.round((row.sqft ?? 0) / 100) * 100 : row.sqft),
    list_date: orNull(0.04, diverseDate(random)),
    address: orNull(0.02, `${random.integer(1, 9999)} Alder Way`),
    description: orNull(0.1, randomRemarks(random)),
    city: orNull(0.05, anyCase(random.pick(CITIES), random)),
    state: random.weighted(STATES),
    county: orNull(0.1, random.pick(["King", "Ada"])),
    property_subtype: orNull(0.1, random.pick(["Condominium", "Townhouse", "Single Family Residence"])),
    garage_spaces: orNull(0.2, random.integer(0, 4)),
    year_built: orNull(0.05, row.year_built),
    sold_date: orNull(0.3, diverseDate(random)),
    hoa_monthly: orNull(0.3, random.pick([0, 0, 45.5, 120, random.integer(1, 600)])),
    new_construction: orNull(0.3, random.chance(0.2)),
    show_address: !random.chance(0.1),
    show_listing: !random.chance(0.04),
  };
}

const REMARKS = [
  "Bright",
  "pool-side",
  "Owner's SUITE",
  "the view",
  "alder",
  "a 3-car garage;",
  "pools",
  "Cañon",
];

function randomRemarks(random: SeededRandom): string {
  return `The home. ${REMARKS.filter(() => random.chance(0.4)).join(" ")}.`;
}

function diversePrice(price: number, random: SeededRandom): number {
  if (random.chance(0.005)) return 0;
  if (random.chance(0.2)) return price + 0.99;
  return random.chance(0.5) ? Math.round(price / 25_000) * 25_000 : price;
}

function diverseDate(random: SeededRandom): string {
  return new Date(Date.UTC(2024, 0, random.integer(1, 800))).toISOString().slice(0, 10);
}

/** The text, most often as it is. */
export function anyCase(text: string, random: SeededRandom): string {
  return random.pick([text, text, text, text.toUpperCase(), text.toLowerCase()]);
}

/** Rows that are no longer there stay away. */
async function store(db: Db, rows: ListingRow[]): Promise<void> {
  await sql`
    update listings set
      status = change.status, property_type = change.property_type, list_price = change.list_price,
      beds = change.beds, baths = change.baths, sqft = change.sqft, list_date = change.list_date,
      address = change.address, description = change.description, city = change.city, state = change.state,
      latitude = change.latitude, longitude = change.longitude,
      show_address = change.show_address, show_listing = change.show_listing,
      county = change.county, property_subtype = change.property_subtype, garage_spaces = change.garage_spaces,
      year_built = change.year_built, sold_date = change.sold_date, hoa_monthly = change.hoa_monthly,
      new_construction = change.new_construction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (
      id bigint, status text, property_type text, list_price numeric, beds integer, baths numeric, sqft integer,
      list_date date, address text, description text, city text, state text, latitude double precision, longitude double precision,
      show_address boolean, show_listing boolean, county text, property_subtype text, garage_spaces numeric,
      year_built integer, sold_date date, hoa_monthly numeric, new_construction boolean
    )
    where listings.id = change.id
  `.execute(db);
  // As an import notes them.
  await noteWithoutWords(
    db,
    rows.map(({ id }) => id),
  );
  await makeMissingWords({ db, signal: new AbortController().signal });
}
