import pg from "pg";
import type { ImportItem, ListingRecord } from "../../server/src/listings/import/listing-record.ts";
import { normaliseReso } from "../../server/src/listings/import/normalise-reso.ts";

const BATCH = 1000;
const LISTING = {
  listing_key: "text",
  listing_id: "text",
  as_of: "timestamptz",
  list_price: "numeric",
  original_list_price: "numeric",
  price_changed_at: "timestamptz",
  beds: "integer",
  baths: "numeric",
  baths_full: "integer",
  baths_half: "integer",
  sqft: "integer",
  lot_size_acres: "double precision",
  year_built: "integer",
  stories: "numeric",
  garage_spaces: "numeric",
  address: "text",
  city: "text",
  state: "text",
  zip: "text",
  county: "text",
  latitude: "double precision",
  longitude: "double precision",
  property_type: "text",
  reso_property_type: "text",
  property_subtype: "text",
  status: "text",
  mls_status: "text",
  list_date: "date",
  description: "text",
  photos_changed_at: "timestamptz",
} as const;
const PHOTO = {
  url: "text",
  media_key: "text",
  caption: "text",
  image_of: "text",
  width: "integer",
  height: "integer",
  modified_at: "timestamptz",
} as const;

/**
 * The same listings and photos by two prepared statements of `unnest` a batch, into tables of the same columns, checks and indexes,
 * without foreign keys, triggers, history, agents and offices; the rows are read and checked before the time starts. Returns seconds.
 */
export async function rawImport(url: string, feed: Iterable<object>): Promise<number> {
  const records = [...feed].map((raw, at) => {
    const item: ImportItem = normaliseReso(JSON.parse(JSON.stringify(raw)), at + 1);
    if (!("record" in item)) throw new Error("the feed must be valid");
    return item.record;
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table raw_listings (like listings including all);
    alter table raw_listings alter revision set default nextval('listing_revisions');
    create table raw_photos (like listing_photos including all)`);
  const started = performance.now();
  for (let at = 0; at < records.length; at += BATCH) await writeBatch(client, records.slice(at, at + BATCH));
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return seconds;
}

async function writeBatch(client: pg.Client, records: ListingRecord[]): Promise<void> {
  await client.query("begin");
  const columns = Object.keys(LISTING) as (keyof typeof LISTING)[];
  const { rows } = await client.query({
    name: "listings",
    text: `insert into raw_listings (source_id, content_hash, photos_hash, ${columns.join(", ")})
      select 1, '\\x00', '\\x00', * from unnest(${Object.values(LISTING)
        .map((type, at) => `$${at + 1}::${type}[]`)
        .join(", ")}) returning id, listing_key`,
    values: columns.map((name) => records.map((record) => record[name])),
  });
  const idOf = new Map(rows.map(({ id, listing_key }) => [listing_key, id]));
  const photos = records.flatMap((record) =>
    record.photos.map((photo, position) => ({ photo, position, listing: idOf.get(record.listing_key) })),
  );
  const names = Object.keys(PHOTO) as (keyof typeof PHOTO)[];
  await client.query({
    name: "photos",
    text: `insert into raw_photos (listing_id, position, ${names.join(", ")})
      select * from unnest($1::bigint[], $2::integer[], ${Object.values(PHOTO)
        .map((type, at) => `$${at + 3}::${type}[]`)
        .join(", ")})`,
    values: [
      photos.map(({ listing }) => listing),
      photos.map(({ position }) => position),
      ...names.map((name) => photos.map(({ photo }) => photo[name])),
    ],
  });
  await client.query("commit");
}
