import { featureByEntry, findFeatures, propertyTypeByName } from "./named-traits.ts";

/** Traits of a listing: numbers, and keys of `features` and `property_types`. */
export type ListingTraits = {
  price: number | null;
  beds: number | null;
  baths: number | null;
  city: string | null;
  propertyType: string | null;
  features: string[];
};

/**
 * The fields of a listing that traits are extracted from. `features` are a feed's own words; the description has any
 * length.
 */
export type DescribedListing = {
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  city: string | null;
  property_type: string | null;
  property_subtype: string | null;
  features: readonly string[];
  description: string | null;
};

/** Longer descriptions are truncated: they repeat themselves, and extraction costs time. */
const MAX_DESCRIPTION_CHARACTERS = 3_000;

/** Extracts the traits of a listing. Denied features ("no pool") are left out. */
export function extractTraits(listing: DescribedListing): ListingTraits {
  return {
    price: positive(listing.list_price),
    beds: positive(listing.beds),
    baths: positive(listing.baths),
    city: listing.city,
    propertyType: propertyTypeOf(listing),
    features: featuresOf(listing),
  };
}

function propertyTypeOf({ property_type, property_subtype }: DescribedListing): string | null {
  if (property_type === "Land") return "land";
  if (property_type === "Commercial") return "commercial";
  return property_subtype === null ? null : propertyTypeByName(property_subtype);
}

function featuresOf({ features, description }: DescribedListing): string[] {
  const keys = new Set<string>();
  for (const entry of features) {
    const alone = featureByEntry(entry);
    if (alone !== undefined) keys.add(alone);
  }
  // Joined with commas, so that a "no" in one entry does not affect the next.
  const listed = features.filter((entry) => !/\bnone\b/i.test(entry)).join(", ");
  for (const key of findFeatures(listed)) keys.add(key);
  if (description !== null)
    for (const key of findFeatures(description.slice(0, MAX_DESCRIPTION_CHARACTERS))) keys.add(key);
  return [...keys];
}

function positive(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}
