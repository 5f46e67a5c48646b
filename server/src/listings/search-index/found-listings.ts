import type { Dictionaries } from "./dictionaries.ts";
import type { IndexedListings } from "./indexed-listings.ts";
import type { Matches } from "./matches.ts";
import type { Region } from "./region.ts";

/** What a search found, of which listings, and what the numbers of their words mean. */
export type FoundListings = { matches: Matches; listings: IndexedListings; words: Dictionaries };

export type ReadFound<Result> = (found: FoundListings) => Result;

/** In addition to the area of a query's filters; null for none. */
export type Area = Region | null;
