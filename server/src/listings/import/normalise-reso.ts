import { readOpenHouses } from "../open-houses/read-open-house.ts";
import { foldPropertyType, resoPropertyTypes } from "../property-types.ts";
import { type StandardStatus, standardStatuses } from "../statuses.ts";
import { hashesOf } from "./content-hashes.ts";
import { FieldReader, lookupKey, type RawRecord, spelledOut } from "./field-reader.ts";
import type { ImportItem, ListingRecord } from "./listing-record.ts";
import { readFees } from "./normalise-fees.ts";
import { readBathrooms, readLivingArea, readLot, readPosition, readStreet } from "./normalise-measures.ts";
import { readMedia } from "./normalise-media.ts";

const MONEY = { min: 0, max: 99_999_999_999 };
const COUNT = { min: 0, max: 9_999 };

/** A RESO Property record as a listing, a removal, or the reasons of its rejection (design/reso.md). */
export function normaliseReso(raw: RawRecord, line: number): ImportItem {
  const read = new FieldReader(raw);
  const id = read.text("ListingId", 100);
  const ownKey = read.text("ListingKey", 255);
  const key = ownKey ?? id;
  // With a ListingKey that cannot be read, the ListingId may be another listing's key.
  const isKeyKnown = ownKey !== null || read.reasons.length === 0;
  if (key === null) return { line, reasons: [...read.reasons, "ListingId or ListingKey is required"] };

  const as_of = read.timestamp("ModificationTimestamp");
  const status = readStatus(read);
  if (status === "Delete" && read.reasons.length === 0) return { line, removal: { listing_key: key, as_of } };

  const resoType = readPropertyType(read);
  const bathrooms = readBathrooms(read);
  const street = readStreet(read);
  const position = readPosition(read);
  const fees = readFees(read);
  const record: ListingRecord = {
    listing_key: key,
    listing_id: id ?? key,
    as_of,
    list_price: read.number("ListPrice", MONEY),
    original_list_price: read.number("OriginalListPrice", MONEY),
    previous_list_price: read.number("PreviousListPrice", MONEY),
    close_price: read.number("ClosePrice", MONEY),
    price_changed_at: read.timestamp("PriceChangeTimestamp"),
    beds: read.integer("BedroomsTotal", COUNT),
    baths: bathrooms.baths,
    baths_full: bathrooms.baths_full,
    baths_three_quarter: bathrooms.baths_three_quarter,
    baths_half: bathrooms.baths_half,
    baths_quarter: bathrooms.baths_quarter,
    bathrooms_total_integer: bathrooms.bathrooms_total_integer,
    sqft: readLivingArea(read),
    lot_size_acres: readLot(read),
    year_built: read.integer("YearBuilt", { min: 0, max: 3000 }) || null,
    stories: read.number("Stories", { min: 0, max: 500 }),
    garage_spaces: read.number("GarageSpaces", COUNT),
    address: street.address,
    street_number: street.street_number,
    street_dir_prefix: street.street_dir_prefix,
    street_name: street.street_name,
    street_suffix: street.street_suffix,
    street_dir_suffix: street.street_dir_suffix,
    unit_number: street.unit_number,
    city: read.text("City"),
    state: read.text("StateOrProvince", 50),
    zip: read.text("PostalCode", 20),
    county: read.text("CountyOrParish"),
    latitude: position.latitude,
    longitude: position.longitude,
    property_type: foldPropertyType(resoType) ?? "Residential",
    reso_property_type: resoType,
    property_subtype: spelled(read.text("PropertySubType")),
    status: status ?? "Active",
    mls_status: read.text("MlsStatus"),
    list_date: read.date("ListingContractDate") ?? read.date("OnMarketDate"),
    sold_date: status === "Closed" ? read.date("CloseDate") : null,
    feed_days_on_market: read.integer("DaysOnMarket", { min: 0, max: 100_000 }),
    description: read.text("PublicRemarks", 20_000),
    features: readFeatures(read),
    show_listing: read.boolean("InternetEntireListingDisplayYN") ?? true,
    show_address: read.boolean("InternetAddressDisplayYN") ?? true,
    photos_changed_at: read.timestamp("PhotosChangeTimestamp"),
    major_change_type: spelled(read.text("MajorChangeType")),
    attribution_contact: read.text("AttributionContact", 500),
    association_fee: fees.association_fee,
    association_fee_frequency: fees.association_fee_frequency,
    has_association: fees.has_association,
    hoa_monthly: fees.hoa_monthly,
    new_construction: read.boolean("NewConstructionYN"),
    parcel_number: read.text("ParcelNumber", 100),
    agent: readParty(read, "ListAgentKey", "ListAgentFullName", "ListAgentPreferredPhone", "ListAgentEmail"),
    office: readParty(read, "ListOfficeKey", "ListOfficeName", "ListOfficePhone", "ListOfficeEmail"),
    open_houses: readOpenHouses(raw, key),
    photos: readMedia(read),
  };
  return read.reasons.length > 0
    ? { line, reasons: read.reasons, ...(isKeyKnown ? { key } : {}) }
    : { line, record, hashes: hashesOf(record) };
}

const statusByKey = new Map<string, StandardStatus>([
  ...standardStatuses.map((status) => [lookupKey(status), status] as const),
  ["sold", "Closed"],
  ["cancelled", "Canceled"],
]);

function readStatus(read: FieldReader): StandardStatus | null {
  if (read.boolean("MlgCanView") === false) return "Delete";
  const text = read.text("StandardStatus");
  if (text === null) {
    read.refuse("StandardStatus is required");
    return null;
  }
  const status = statusByKey.get(lookupKey(text));
  if (!status) read.refuse(`StandardStatus "${text}" is not one of ${standardStatuses.join(", ")}`);
  return status ?? null;
}

const typeByKey = new Map(resoPropertyTypes.map((type) => [lookupKey(type), type]));

function readPropertyType(read: FieldReader): string {
  const text = read.text("PropertyType");
  const type = text === null ? undefined : typeByKey.get(lookupKey(text));
  if (type) return type;
  read.refuse(text === null ? "PropertyType is required" : `PropertyType "${text}" is not known`);
  return "";
}

const FEATURE_FIELDS = [
  "InteriorFeatures",
  "ExteriorFeatures",
  "Appliances",
  "Flooring",
  "Heating",
  "Cooling",
  "FireplaceFeatures",
  "PoolFeatures",
  "PatioAndPorchFeatures",
  "ParkingFeatures",
  "LotFeatures",
  "CommunityFeatures",
  "WaterfrontFeatures",
];

function readFeatures(read: FieldReader): string[] {
  // "City" becomes "City View".
  const views = read.list("View").map((view) => (/view/i.test(view) ? view : `${view} View`));
  const features = FEATURE_FIELDS.flatMap((field) => read.list(field)).concat(views);
  return features.length === 0 ? features : [...new Set(features)].slice(0, 300);
}

/** An agent or office, by its key, or by its name where the source gives no keys. */
function readParty(read: FieldReader, key: string, name: string, phone: string, email: string) {
  const named = read.text(name);
  const ownKey = read.text(key, 255);
  if (named === null && ownKey === null) return null;
  return {
    key: ownKey ?? `name:${named?.toLowerCase()}`,
    name: named,
    phone: read.text(phone, 50),
    email: read.text(email, 255),
  };
}

function spelled(text: string | null): string | null {
  return text === null ? null : spelledOut(text);
}
