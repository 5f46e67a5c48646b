import { createHash } from "node:crypto";
import type { DescribedListing } from "../../listings/index.ts";
import { expandAbbreviations } from "../../models/index.ts";
import { extractTraits } from "../../plain-words/index.ts";
import { factsOf } from "./facts-of.ts";

/** The searchable content of a listing. */
export type ListingDocument = {
  listingId: number;
  revision: number;
  facts: string;
  remarks: string;
  /** Searched by its words; not embedded. */
  address: string;
  features: string[];
  /** Hex. Changes with any field above except the revision. */
  contentHash: string;
};

/** Longer descriptions are truncated. Remarks usually have a tenth of this length. */
const MAX_REMARKS_LENGTH = 20_000;

export function documentOf(listing: DescribedListing): ListingDocument {
  const described = { ...listing, description: expandAbbreviations(listing.description ?? "") || null };
  const features = featuresOf(described);
  const facts = factsOf(listing, features);
  const remarks = described.description?.slice(0, MAX_REMARKS_LENGTH) ?? "";
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

/** Features named by the feed or in the description, and those that follow from numbers such as the year. */
function featuresOf(listing: DescribedListing): string[] {
  const { year_built, stories, lot_size_acres, property_type } = listing;
  const keys = new Set(extractTraits(listing).features);
  if (year_built !== null && year_built >= 2024) keys.add("new_construction");
  if (year_built !== null && year_built > 1700 && year_built < 1940) keys.add("historic");
  if (stories === 1 && property_type === "Residential") keys.add("single_level");
  if (lot_size_acres !== null && lot_size_acres >= 1) keys.add("acreage");
  return [...keys].sort();
}
