import { createHash } from "node:crypto";
import type { DescribedListing } from "../../listings/index.ts";
import { extractTraits } from "../../plain-words/index.ts";
import { factsOf } from "./facts-of.ts";

/** What a search by words knows of a listing. */
export type ListingDocument = {
  listingId: number;
  revision: number;
  facts: string;
  remarks: string;
  /** It is looked for by its words, and says nothing to a model. */
  address: string;
  features: string[];
  /** Hex; the same as long as all of the above but the revision is. */
  contentHash: string;
};

/** More of a description than this is neither embedded nor indexed: agents' remarks are a tenth of it. */
const MOST_REMARKS = 20_000;

export function documentOf(listing: DescribedListing): ListingDocument {
  const features = featuresOf(listing);
  const facts = factsOf(listing, features);
  const remarks = listing.description?.slice(0, MOST_REMARKS) ?? "";
  const address = listing.address ?? "";
  const contentHash = createHash("sha256")
    .update(JSON.stringify([facts, remarks, features, address]))
    .digest("hex")
    .slice(0, 32);
  return {
    listingId: listing.id,
    revision: listing.revision,
    facts,
    remarks,
    address,
    features,
    contentHash,
  };
}

/** Those that feed and agent name, and those that its numbers tell. */
function featuresOf(listing: DescribedListing): string[] {
  const { year_built, stories, lot_size_acres, property_type } = listing;
  const keys = new Set(extractTraits(listing).features);
  if (year_built !== null && year_built >= 2024) keys.add("new_construction");
  if (year_built !== null && year_built > 1700 && year_built < 1940) keys.add("historic");
  if (stories === 1 && property_type === "Residential") keys.add("single_level");
  if (lot_size_acres !== null && lot_size_acres >= 1) keys.add("acreage");
  return [...keys].sort();
}
