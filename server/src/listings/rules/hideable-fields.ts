/**
 * The fields of a card or a listing that a rule can hide, each with the columns in which rows of listings have it. The other fields
 * identify a listing, or say where its data is from.
 */
export const columnsOfField = {
  list_price: ["list_price"],
  beds: ["beds"],
  baths: ["baths", "bathrooms_total_integer"],
  sqft: ["sqft"],
  lot_size_acres: ["lot_size_acres"],
  year_built: ["year_built"],
  // A parcel's number finds its address.
  address: ["address", "street_number", "street_name", "street_suffix", "parcel_number"],
  parcel_number: ["parcel_number"],
  hoa_monthly: ["hoa_monthly"],
  new_construction: ["new_construction"],
  zip: ["zip"],
  county: ["county"],
  latitude: ["latitude"],
  longitude: ["longitude"],
  list_date: ["list_date"],
  sold_date: ["sold_date"],
  days_on_market: ["days"],
  photos: ["photos", "photo", "has_photos"],
  property_subtype: ["property_subtype"],
  garage_spaces: ["garage_spaces"],
  stories: ["stories"],
  description: ["description"],
  features: ["features"],
  list_agent: ["agent_name", "agent_phone", "agent_email", "attribution_contact"],
  list_office: ["office_name", "office_phone", "office_email", "attribution_contact"],
  history: ["history"],
} as const satisfies Record<string, readonly string[]>;

export type HideableField = keyof typeof columnsOfField;

export const hideableFields = Object.keys(columnsOfField) as HideableField[];

export function isHideable(name: string): name is HideableField {
  return Object.hasOwn(columnsOfField, name);
}
