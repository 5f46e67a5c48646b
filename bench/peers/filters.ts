import type { SqlParameters } from "./sql-parameters.ts";

/** The filters of a request, and the condition on the table that each is. */
const CONDITIONS = {
  status: "status =",
  min_lat: "latitude >=",
  max_lat: "latitude <=",
  min_lng: "longitude >=",
  max_lng: "longitude <=",
  min_price: "list_price >=",
  max_price: "list_price <=",
  min_beds: "beds >=",
  max_beds: "beds <=",
  min_baths: "baths >=",
  max_baths: "baths <=",
} as const;
/** Edges that belong to the next map tile. They are no parameters of a request. */
const TILE_CONDITIONS = { above_lat: "latitude >", below_lng: "longitude <" } as const;
const ALL_CONDITIONS = { ...CONDITIONS, ...TILE_CONDITIONS };

export type Filter = keyof typeof ALL_CONDITIONS;
export type Filters = { [name in Filter]?: name extends "status" ? string : number };

const FILTERS = Object.keys(ALL_CONDITIONS) as Filter[];

/** Fastify checks the query with them and converts its numbers. */
export const filterProperties = Object.fromEntries(
  Object.keys(CONDITIONS).map((name) => [name, { type: name === "status" ? "string" : "number" }]),
);

const WIDE_DEGREES = 5;

/** Without a box, or with that of a country: many listings match, and an index on position is the wrong one. */
export function isWide({ min_lat, above_lat, max_lat }: Filters): boolean {
  const south = min_lat ?? above_lat;
  return south === undefined || max_lat === undefined || max_lat - south > WIDE_DEGREES;
}

/** The filters without a box: for listings that are read by other boxes. */
export function withoutBox(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !/_(lat|lng)$/.test(name)));
}

/** Which filters are set. Queries of one shape share a prepared statement; short, because PostgreSQL keeps 63 characters of its name. */
export function shapeOf(filters: Filters): string {
  return FILTERS.map((name) => (filters[name] === undefined ? 0 : 1)).join("");
}

/** Adds the values of the filters to the parameters. */
export function conditionsOf(filters: Filters, parameters: SqlParameters): Map<Filter, string> {
  const names = FILTERS.filter((name) => filters[name] !== undefined);
  return new Map(
    names.map((name) => [name, `${ALL_CONDITIONS[name]} ${parameters.add(name, filters[name])}`]),
  );
}

export function whereOf(conditions: Iterable<string>): string {
  const all = [...conditions];
  return all.length > 0 ? `where ${all.join(" and ")}` : "";
}
