import Fastify from "fastify";
import pg from "pg";
import { querySchema, type SearchQuery, toPage, toSql } from "./search-query.ts";

// Listing search with Fastify and node-postgres: one prepared statement for the total and the page.

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

const app = Fastify();

app.get<{ Querystring: SearchQuery }>(
  "/api/properties",
  { schema: { querystring: querySchema } },
  async ({ query }, reply) => {
    const { name, where, values, limit, isWide } = toSql(query, (nth) => `$${nth}`);
    const { rows } = await (isWide ? widePool : pool).query<{ total: number; items: string | null }>({
      name,
      text: isWide ? wideSearch(where, limit) : narrowSearch(where, limit),
      values,
    });
    const { total, items } = rows[0]!;
    return reply.type("application/json").send(toPage(query, total, items ?? "[]"));
  },
);

/** Few listings match: they are read once, for the total and the page. */
function narrowSearch(where: string, limit: string): string {
  return `
    with matches as materialized (select listing_id, list_date from peers.listings ${where})
    select (select count(*)::integer from matches) as total, (${itemsOf("matches", limit)}) as items`;
}

/** Many match: they are counted, and the page is read in the order of an index until it is full. */
function wideSearch(where: string, limit: string): string {
  return `
    select (select count(*)::integer from peers.listings ${where}) as total,
      (${itemsOf(`peers.listings ${where}`, limit)}) as items`;
}

function itemsOf(matches: string, limit: string): string {
  return `
    select json_agg(item)::text
    from (
      select listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, null as hoa_monthly, null as new_construction, address, city, state, zip, county,
        latitude, longitude, property_type, status, list_date, sold_date, photos,
        case when status <> 'Sold' then greatest(0, (now() at time zone 'America/Boise')::date - list_date) end
          as days_on_market, cardinality(photos) as photos_count, null as attribution
      from (select listing_id from ${matches} order by list_date desc, listing_id ${limit}) keys
      join peers.listings using (listing_id)
      order by list_date desc, listing_id
    ) item`;
}

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
