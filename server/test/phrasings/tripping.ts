/** A query that trips searches which drop what they do not understand, and what becomes of each of its pieces. */
export type Tripping = {
  query: string;
  filters: Record<string, unknown>;
  near?: string[];
  /** Pieces with a reason. */
  notApplied?: string[];
  /** Features, wanted and (with a minus) denied. */
  features?: string[];
};

/** Dropped places, turned numbers, unknown towns, relative dates, alternatives, denials and units. */
export const tripping: readonly Tripping[] = [
  {
    query: "3 bed condo in Miami",
    filters: { min_beds: 3, property_type: "Residential", property_subtype: "Condominium" },
    notApplied: ["in Miami"],
  },
  { query: "homes in Austin, TX", filters: { property_type: "Residential" }, notApplied: ["in Austin, TX"] },
  {
    query: "house in Springfield under 400k",
    filters: { max_price: 400_000, property_type: "Residential" },
    notApplied: ["in Springfield"],
  },
  { query: "zip 99999", filters: {}, notApplied: ["zip 99999"] },
  { query: "12 bedroom", filters: { min_beds: 12 } },
  { query: "2 bath 5 bedroom house", filters: { min_baths: 2, min_beds: 5, property_type: "Residential" } },
  { query: "homes listed this week", filters: { listed_within_days: 7, property_type: "Residential" } },
  { query: "new listings today in Boise", filters: { listed_within_days: 1, city: "Boise" } },
  { query: "Eagle, last 3 days", filters: { listed_within_days: 3, city: "Eagle" } },
  {
    query: "price drop in Nampa",
    filters: { price_reduced_days: 30, city: "Nampa" },
  },
  {
    query: "price reduced in the past 10 days",
    filters: { price_reduced_days: 10 },
  },
  { query: "Boise or Meridian under 500k", filters: { city: ["Boise", "Meridian"], max_price: 500_000 } },
  { query: "3 bed in Eagle, Star or Kuna", filters: { min_beds: 3, city: ["Eagle", "Star", "Kuna"] } },
  {
    query: "condo near Boise",
    filters: { property_type: "Residential", property_subtype: "Condominium" },
    near: ["Boise"],
  },
  { query: "good schools in Eagle", filters: { city: "Eagle" } },
  { query: "under 2 baths", filters: { max_baths: 1.75 } },
  { query: "fewer than 4 bedrooms", filters: { max_beds: 3 } },
  { query: "between 300 and 400k", filters: { min_price: 300_000, max_price: 400_000 } },
  { query: "three to four bedrooms", filters: { min_beds: 3, max_beds: 4 } },
  {
    query: "3 bed detached",
    filters: { min_beds: 3, property_type: "Residential", property_subtype: "Single Family Residence" },
  },
  {
    query: "no busy street pool",
    filters: {},
    notApplied: ["busy street"],
    features: ["-pool", "-community_pool"],
  },
  { query: "no stairs in Boise", filters: { max_stories: 1, city: "Boise" }, features: ["single_level"] },
  {
    query: "house without a pool, not in Nampa",
    filters: { property_type: "Residential" },
    features: ["-pool", "-community_pool"],
  },
  { query: "no busy street", filters: {}, notApplied: ["no busy street"] },
  { query: "not a 1 bedroom", filters: {}, notApplied: ["1 bedroom"] },
  { query: "sold or pending", filters: { status: ["Sold", "Pending"] } },
  {
    query: "200 m2 house on 2 hectares",
    filters: { min_sqft: 2152, min_lot_size_acres: 4.69, property_type: "Residential" },
    features: ["acreage"],
  },
  { query: "house under 400", filters: { property_type: "Residential" }, notApplied: ["400"] },
  { query: "10 minutes from downtown Boise", filters: {}, near: ["Boise"], notApplied: ["10 minutes"] },
  { query: "3 bed, 4 bed", filters: { min_beds: 3 }, notApplied: ["4 bed"] },
];
