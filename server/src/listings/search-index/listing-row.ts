import type { IndexedListing, WordColumn } from "./columns.ts";

/** What a listing has beside columns of numbers. */
export type ListingTexts = {
  listingId: string;
  /** Null when it is not to be shown. */
  address: string | null;
  /** Periods with a higher price before the last one (price-reductions.ts); empty as a rule. */
  earlierHigher: string;
  /** See storedOpenHouses; empty as a rule. */
  openHouses: string;
  /** Numbers of the index's dictionary of features. */
  features: readonly number[];
};

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, WordColumn | "slot"> &
  Omit<ListingTexts, "features"> & {
    /** Words by which its features are found, in lower case. */
    features: readonly string[];
    city: string | null;
    state: string | null;
    status: string;
    type: string;
    source: number;
    county: string | null;
    zip: string | null;
    subtype: string | null;
    office: string | null;
    agent: string | null;
    photos: "yes" | "no" | null;
    newConstruction: "yes" | "no" | null;
  };
