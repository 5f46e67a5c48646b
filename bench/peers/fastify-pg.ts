import pg from "pg";
import { type FacetName, facetConditions, isNumberFacet, MAX_FACET_VALUES } from "./facet-table.ts";
import { conditionsOf, type Filters, isWide, shapeOf, whereOf } from "./filters.ts";
import type { ListingStore, Point } from "./listing-store.ts";
import { type Cell, CLUSTERED_FROM, cellsSql } from "./map-grid.ts";
import { pageSql } from "./search-query.ts";
import { serveListings } from "./serve-listings.ts";
import { postgresStyle, SqlParameters } from "./sql-parameters.ts";

// Listings with Fastify and node-postgres: prepared statements, one for the total and the page.

const connectionString = process.env.DATABASE_URL;
const settings = "-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1";
const pool = new pg.Pool({ connectionString, max: 8, options: settings });
// Wide searches are planned for their values, because the generic plan reads the index on position; for small boxes the
// generic plan is right, and saves the planning.
const widePool = new pg.Pool({
  connectionString,
  max: 8,
  options: `${settings} -c plan_cache_mode=force_custom_plan`,
});

const POINT = "listing_id, latitude, longitude, list_price, beds, status";

await serveListings({
  async page(query) {
    const parameters = new SqlParameters(postgresStyle);
    const { where, limit } = pageSql(query, parameters);
    const text = isWide(query) ? wideSearch(where, limit) : narrowSearch(where, limit);
    const rows = await read<{ total: number; items: string | null }>(poolFor(query), {
      name: `page ${shapeOf(query)}`,
      ...{ text, parameters },
    });
    const { total, items } = rows[0]!;
    return { total, items: items ?? "[]" };
  },

  /** One scan of an index counts the values of all facets. */
  async facets(filters, names) {
    const parameters = new SqlParameters(postgresStyle);
    const text = facetsSql(filters, names, parameters);
    const name = `facets ${names} ${shapeOf(filters)}`;
    const rows = await read<Record<string, unknown>>(poolFor(filters), { name, text, parameters });
    return JSON.stringify(Object.fromEntries(names.map((facet) => [facet, valuesOf(rows, facet)])));
  },

  cells(filters, grid) {
    const parameters = new SqlParameters(postgresStyle);
    const text = cellsSql(
      "peers.listings",
      whereOf(conditionsOf(filters, parameters).values()),
      grid,
      parameters,
    );
    return read<Cell>(poolFor(filters), { name: `cells ${shapeOf(filters)}`, text, parameters });
  },

  async cards(filters, within) {
    const parameters = new SqlParameters(postgresStyle);
    const keys = listingsWithin("listing_id", filters, within, parameters);
    const text = `select (${itemsOf(keys, "listing_id")}) as items`;
    const name = `cards ${shapeOf(filters)}`;
    const rows = await read<{ items: string | null }>(pool, { name, text, parameters });
    return rows[0]!.items ?? "[]";
  },

  points(filters) {
    const parameters = new SqlParameters(postgresStyle);
    const where = whereOf(conditionsOf(filters, parameters).values());
    const text = `select ${POINT} from peers.listings ${where}`;
    return read<Point>(poolFor(filters), { name: `points ${shapeOf(filters)}`, text, parameters });
  },

  pointsWithin(filters, within) {
    const parameters = new SqlParameters(postgresStyle);
    const text = listingsWithin(POINT, filters, within, parameters);
    return read<Point>(pool, { name: `points within ${shapeOf(filters)}`, text, parameters });
  },
} satisfies ListingStore);

function poolFor(filters: Filters): pg.Pool {
  return isWide(filters) ? widePool : pool;
}

type Statement = { name: string; text: string; parameters: SqlParameters };

async function read<Row extends pg.QueryResultRow>(
  from: pg.Pool,
  { name, text, parameters }: Statement,
): Promise<Row[]> {
  const { rows } = await from.query<Row>({ name, text, values: Object.values(parameters.values) });
  return rows;
}

/** Few listings match: they are read once, for the total and the page. */
function narrowSearch(where: string, limit: string): string {
  return `
    with matches as materialized (select listing_id, list_date from peers.listings ${where})
    select (select count(*)::integer from matches) as total, (${pageOf("matches", limit)}) as items`;
}

/** Many match: they are counted, and the page is read in the order of an index until it is full. */
function wideSearch(where: string, limit: string): string {
  return `
    select (select count(*)::integer from peers.listings ${where}) as total,
      (${pageOf(`peers.listings ${where}`, limit)}) as items`;
}

function pageOf(matches: string, limit: string): string {
  const order = "list_date desc, listing_id";
  return itemsOf(`select listing_id from ${matches} order by ${order} ${limit}`, order);
}

function itemsOf(keys: string, order: string): string {
  return `
    select json_agg(item)::text
    from (
      select listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, null as hoa_monthly, null as new_construction, address, city, state, zip, county,
        latitude, longitude, property_type, status, list_date, sold_date, photos,
        case when status <> 'Sold' then greatest(0, (now() at time zone 'America/Boise')::date - list_date) end
          as days_on_market, cardinality(photos) as photos_count, '[]'::json as images, null as attribution
      from (${keys}) keys
      join peers.listings using (listing_id)
      order by ${order}
    ) item`;
}

function facetsSql(filters: Filters, names: readonly FacetName[], parameters: SqlParameters): string {
  const { shared, ofFacet } = facetConditions(conditionsOf(filters, parameters), names);
  const columns = names.map((name) => {
    const conditions = whereOf(ofFacet(name));
    const counted = `count(*) ${conditions && `filter (${conditions})`}`;
    return `${name}, grouping(${name}) = 0 as is_${name}, cast(${counted} as integer) as ${name}_count`;
  });
  return `
    select ${columns.join(", ")}
    from peers.listings ${whereOf(shared)}
    group by grouping sets (${names.map((name) => `(${name})`).join(", ")})`;
}

function valuesOf(rows: readonly Record<string, unknown>[], name: FacetName) {
  type Counted = { value: string | number; count: number };
  const values = rows
    .filter((row) => row[`is_${name}`] && row[name] !== null && row[`${name}_count`] !== 0)
    .map((row) => ({ value: row[name], count: row[`${name}_count`] }) as Counted);
  const byValue = (a: Counted, b: Counted) => (a.value < b.value ? -1 : 1);
  const byCount = (a: Counted, b: Counted) => b.count - a.count || byValue(a, b);
  return values.sort(isNumberFacet(name) ? byValue : byCount).slice(0, MAX_FACET_VALUES);
}

/** The limit holds for every cell. Without it, the planner expects thousands of listings and reads the whole index. */
function listingsWithin(
  columns: string,
  filters: Filters,
  within: readonly Cell[],
  parameters: SqlParameters,
): string {
  const edges = (["min_lat", "max_lat", "min_lng", "max_lng"] as const).map((edge) => {
    const values = within.map((cell) => cell[edge]);
    return `${parameters.add(`${edge} of cells`, values)}::float8[]`;
  });
  const conditions = [
    ...conditionsOf(filters, parameters).values(),
    "latitude between south and north and longitude between west and east",
  ];
  return `
    select found.*
    from unnest(${edges.join(", ")}) as cell(south, north, west, east)
    cross join lateral (
      select ${columns} from peers.listings ${whereOf(conditions)} limit ${CLUSTERED_FROM - 1}
    ) found`;
}
