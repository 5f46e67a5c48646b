import type { FacetName } from "./facet-table.ts";
import type { Filters } from "./filters.ts";
import type { Cell, Grid } from "./map-grid.ts";
import type { Page, SearchQuery } from "./search-query.ts";

type Reply<Value> = Value | Promise<Value>;

/** A listing on a map. */
export type Point = {
  listing_id: string;
  latitude: number;
  longitude: number;
  list_price: number | null;
  beds: number | null;
  status: string;
};

/** What a server reads of its database. */
export type ListingStore = {
  page(query: SearchQuery): Reply<Page>;
  /** JSON: for each facet its values with their numbers of listings. */
  facets(filters: Filters, names: readonly FacetName[]): Reply<string>;
  cells(filters: Filters, grid: Grid): Reply<Cell[]>;
  /** JSON: the listings of cells that have few, as those of a page. The filters have no box. */
  cards(filters: Filters, within: readonly Cell[]): Reply<string>;
  points(filters: Filters): Reply<Point[]>;
  /** Those of cells that have few. The filters have no box. */
  pointsWithin(filters: Filters, within: readonly Cell[]): Reply<Point[]>;
};
