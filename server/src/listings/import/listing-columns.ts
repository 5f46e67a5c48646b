import type { BulkColumn } from "../../platform/database/bulk.ts";
import type { ListingRecord } from "./listing-record.ts";

/** A listing ready to be stored: the record, and the columns that the platform adds. */
export type StoredListing = {
  id: number | null;
  record: ListingRecord;
  listing_id: string;
  source_id: number;
  content_hash: string;
  photos_hash: string;
  today: string;
};

/** Lists are sent as one text each: unnest flattens arrays of arrays. */
const SEPARATOR = "\u001f";

const own = (name: Exclude<keyof StoredListing, "record">, type: string): BulkColumn<StoredListing> => ({
  name,
  type,
  value: (row) => row[name],
});
const field = (name: keyof ListingRecord, type: string): BulkColumn<StoredListing> => ({
  name,
  type,
  value: (row) => row.record[name],
});

export const idColumn = own("id", "bigint");

/** See migration 0068. */
function ownContacts({ agent, office }: ListingRecord): number {
  const fields = [agent?.name, agent?.phone, agent?.email, office?.name, office?.phone, office?.email];
  return fields.reduce<number>((bits, field, nth) => bits | (field ? 1 << nth : 0), 0);
}

/** Every column that the import writes, with its encoding as a parameter. */
export const listingColumns: BulkColumn<StoredListing>[] = [
  own("source_id", "integer"),
  own("listing_id", "text"),
  { name: "list_agent_id", type: "text", value: ({ record }) => record.agent?.key ?? null },
  { name: "list_office_id", type: "text", value: ({ record }) => record.office?.key ?? null },
  { name: "own_contacts", type: "smallint", value: ({ record }) => ownContacts(record) },
  own("content_hash", "text"),
  own("photos_hash", "text"),
  { name: "features", type: "text", value: ({ record }) => record.features.join(SEPARATOR) },
  {
    name: "feed_days_on_market_day",
    type: "date",
    value: ({ record, today }) => (record.feed_days_on_market === null ? null : today),
  },
  field("listing_key", "text"),
  field("as_of", "timestamptz"),
  field("list_price", "numeric"),
  field("original_list_price", "numeric"),
  field("previous_list_price", "numeric"),
  field("close_price", "numeric"),
  field("price_changed_at", "timestamptz"),
  field("beds", "integer"),
  field("baths", "numeric"),
  field("baths_full", "integer"),
  field("baths_three_quarter", "integer"),
  field("baths_half", "integer"),
  field("baths_quarter", "integer"),
  field("bathrooms_total_integer", "integer"),
  field("sqft", "integer"),
  field("lot_size_acres", "double precision"),
  field("year_built", "integer"),
  field("stories", "numeric"),
  field("garage_spaces", "numeric"),
  field("address", "text"),
  field("street_number", "text"),
  field("street_dir_prefix", "text"),
  field("street_name", "text"),
  field("street_suffix", "text"),
  field("street_dir_suffix", "text"),
  field("unit_number", "text"),
  field("city", "text"),
  field("state", "text"),
  field("zip", "text"),
  field("county", "text"),
  field("latitude", "double precision"),
  field("longitude", "double precision"),
  field("property_type", "text"),
  field("reso_property_type", "text"),
  field("property_subtype", "text"),
  field("status", "text"),
  field("mls_status", "text"),
  field("list_date", "date"),
  field("sold_date", "date"),
  field("feed_days_on_market", "integer"),
  field("description", "text"),
  field("show_listing", "boolean"),
  field("show_address", "boolean"),
  field("photos_changed_at", "timestamptz"),
  field("major_change_type", "text"),
  field("attribution_contact", "text"),
  field("association_fee", "numeric"),
  field("association_fee_frequency", "text"),
  field("has_association", "boolean"),
  field("hoa_monthly", "numeric"),
  field("new_construction", "boolean"),
  field("parcel_number", "text"),
];

/** The SQL expression of a stored column. */
function stored(name: string): string {
  if (name === "features") return `coalesce(string_to_array(nullif(t.features, ''), '${SEPARATOR}'), '{}')`;
  if (name === "content_hash" || name === "photos_hash") return `decode(t.${name}, 'hex')`;
  // Sent as the source's keys; their rows have just been written (write-parties.ts).
  if (name === "list_agent_id") return idOf("feed_agents", "member_key", name);
  if (name === "list_office_id") return idOf("feed_offices", "office_key", name);
  return `t.${name}`;
}

/** Looked up only where there is a key: most CSVs have none, and a lookup a row is a tenth of the insert. */
function idOf(table: string, key: string, column: string): string {
  const lookUp = `select id from ${table} where ${table}.source_id = t.source_id and ${table}.${key} = t.${column}`;
  return `case when t.${column} is not null then (${lookUp}) end`;
}

const names = listingColumns.map(({ name }) => name);

/** The returned columns of written listings: prices and baths are rounded by their columns. */
export type WrittenListing = {
  id: number;
  listing_key: string;
  revision: number;
  list_price: number | null;
  baths: number | null;
};

const writtenColumns = (table: string) =>
  ["id", "listing_key", "revision", "list_price", "baths"].map((name) => `${table}.${name}`).join(", ");

export const insertListings = (t: string) => `
  insert into listings (${names.join(", ")})
  select ${names.map(stored).join(", ")}
  from ${t}
  returning ${writtenColumns("listings")}`;

export const updateListings = (t: string) => `
  update listings
  set ${names.map((name) => `${name} = ${stored(name)}`).join(", ")}, updated_at = now()
  from ${t}
  where listings.id = t.id
  returning ${writtenColumns("listings")}`;
