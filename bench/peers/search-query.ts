/** The filters of a search, and the condition on the table that each is. */
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
type Filter = keyof typeof CONDITIONS;
const FILTERS = Object.keys(CONDITIONS) as Filter[];

export type SearchQuery = { [name in Filter]?: name extends "status" ? string : number } & {
  page: number;
  page_size: number;
};

/** Fastify checks the query with it and converts its numbers. */
export const querySchema = {
  type: "object",
  properties: {
    ...Object.fromEntries(FILTERS.map((name) => [name, { type: name === "status" ? "string" : "number" }])),
    page: { type: "integer", minimum: 1, default: 1 },
    page_size: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  },
};

const WIDE_DEGREES = 5;

/** The condition in SQL, with the values in the order of its placeholders. Queries of the same `name` share a prepared statement. */
export function toSql(query: SearchQuery, placeholder: (nth: number) => string) {
  const names = FILTERS.filter((name) => query[name] !== undefined);
  const conditions = names.map((name, at) => `${CONDITIONS[name]} ${placeholder(at + 1)}`);
  const { min_lat, max_lat, page, page_size } = query;
  return {
    // PostgreSQL keeps 63 characters of a name.
    name: `search-${FILTERS.map((name) => (names.includes(name) ? 1 : 0)).join("")}`,
    where: conditions.length > 0 ? `where ${conditions.join(" and ")}` : "",
    values: [...names.map((name) => query[name]), page_size, (page - 1) * page_size],
    limit: `limit ${placeholder(names.length + 1)} offset ${placeholder(names.length + 2)}`,
    /** Without a box, or with that of a country: many listings match, and an index on position is the wrong one. */
    isWide: min_lat === undefined || max_lat === undefined || max_lat - min_lat > WIDE_DEGREES,
  };
}

/** `items` is JSON already: built by the database, it takes less processor time than rows that the framework serializes. */
export function toPage(query: SearchQuery, total: number, items: string): string {
  const { page, page_size } = query;
  const pages = Math.ceil(total / page_size);
  return `{"items":${items},"total":${total},"page":${page},"page_size":${page_size},"total_pages":${pages}}`;
}
