import type { DescribedListing } from "../../listings/index.ts";

/** What the feed says of a listing, a sentence each, in nobody's words but the feed's. */
export function plainFactsOf(listing: DescribedListing): string[] {
  const { property_subtype, property_type, city, county, stories, garage_spaces, year_built } = listing;
  const what = property_subtype ?? property_type;
  const where = [city, county && `${county} County`].filter(Boolean).join(", ");
  return [
    `${what}${where && ` in ${where}`}.`,
    ...(stories ? [`Stories: ${stories}.`] : []),
    ...(garage_spaces ? [`Garage spaces: ${garage_spaces}.`] : []),
    ...(listing.lot_size_acres ? [`Lot: ${listing.lot_size_acres} acres.`] : []),
    ...(year_built ? [`Built in ${year_built}.`] : []),
    ...listing.features.map((feature) => `Features: ${feature}.`),
  ];
}
