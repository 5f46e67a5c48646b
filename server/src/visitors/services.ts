import type { UsesListings } from "../listings/index.ts";

/** What operations of this slice use. */
export type UsesVisitors = UsesListings;
