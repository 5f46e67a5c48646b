import type { OpenHouse } from "../open-houses/read-open-house.ts";
import type { PropertyType } from "../property-types.ts";
import type { StandardStatus } from "../statuses.ts";

/** A checked listing of a source, in our fields: the output of every reader, and the input of the writer. */
export type ListingRecord = {
  listing_key: string;
  listing_id: string;
  /** ISO timestamp of the source's last change; an older version never replaces a newer one. */
  as_of: string | null;
  list_price: number | null;
  original_list_price: number | null;
  previous_list_price: number | null;
  close_price: number | null;
  price_changed_at: string | null;
  beds: number | null;
  baths: number | null;
  baths_full: number | null;
  baths_three_quarter: number | null;
  baths_half: number | null;
  baths_quarter: number | null;
  bathrooms_total_integer: number | null;
  sqft: number | null;
  lot_size_acres: number | null;
  year_built: number | null;
  stories: number | null;
  garage_spaces: number | null;
  address: string | null;
  street_number: string | null;
  street_dir_prefix: string | null;
  street_name: string | null;
  street_suffix: string | null;
  street_dir_suffix: string | null;
  unit_number: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  county: string | null;
  latitude: number | null;
  longitude: number | null;
  property_type: PropertyType;
  reso_property_type: string;
  property_subtype: string | null;
  status: StandardStatus;
  mls_status: string | null;
  list_date: string | null;
  sold_date: string | null;
  feed_days_on_market: number | null;
  description: string | null;
  features: string[];
  show_listing: boolean;
  show_address: boolean;
  photos_changed_at: string | null;
  major_change_type: string | null;
  attribution_contact: string | null;
  association_fee: number | null;
  association_fee_frequency: string | null;
  has_association: boolean | null;
  /** US dollars, in cents. */
  hoa_monthly: number | null;
  new_construction: boolean | null;
  parcel_number: string | null;
  agent: FeedAgent | null;
  office: FeedOffice | null;
  /** Those that the record holds (RESO's expanded OpenHouse); null: it does not say. */
  open_houses: OpenHouse[] | null;
  photos: FeedPhoto[];
};

/** `name` is null where the record has the key alone: the roster of the source may have the rest. */
export type FeedAgent = { key: string; name: string | null; phone: string | null; email: string | null };
export type FeedOffice = { key: string; name: string | null; phone: string | null; email: string | null };

export type FeedPhoto = {
  url: string;
  media_key: string | null;
  caption: string | null;
  long_description: string | null;
  image_of: string | null;
  width: number | null;
  height: number | null;
  modified_at: string | null;
};

/** What tells a listing's photos apart: the MediaKey; only where there is none, the address. */
export function photoKey({ media_key, url }: FeedPhoto): string {
  return media_key ?? url;
}

/** A removal by the source (StandardStatus Delete, MlgCanView false). */
export type ListingRemoval = { listing_key: string; as_of: string | null };

/** Hashes of a version of a listing (photos included), and of its photos. Hex. */
export type ContentHashes = { content: string; photos: string };

/** A row as it was sent: a record, or text where that cannot be split. `header` is that of a CSV, for rows that are text. */
export type SentRow = { row: unknown; header?: string };

/** `sent` is read when the row is rejected. */
export type ImportItem = { line: number; sent?: () => SentRow } & (
  | { record: ListingRecord; hashes: ContentHashes }
  | { removal: ListingRemoval }
  /** `key`: the listing that the row is about, where that can be read. */
  | { reasons: string[]; key?: string }
);

/** The listing that a row is about; undefined when its key cannot be read. */
export function keyOf(item: ImportItem): string | undefined {
  if ("reasons" in item) return item.key;
  return "record" in item ? item.record.listing_key : item.removal.listing_key;
}
