import Fastify from "fastify";
import { openSqlite, type SqliteStatement } from "./open-sqlite.ts";
import { querySchema, type SearchQuery, toPage, toSql } from "./search-query.ts";

// Listing search with Fastify and SQLite in the same process: prepared statements, one for the total and one for the page.

const database = await openSqlite(process.env.SQLITE_FILE!);
database.exec("pragma mmap_size = 4294967296; pragma cache_size = -262144");

type Statements = { total: SqliteStatement; page: SqliteStatement };
const statements = new Map<string, Statements>();

function prepared(name: string, where: string, limit: string, isWide: boolean): Statements {
  const key = `${name} ${isWide}`;
  const known = statements.get(key);
  if (known) return known;
  const added = {
    total: database.prepare(`select count(*) as total from listings indexed by listings_box ${where}`),
    // The order of an index for wide searches; SQLite does not plan for values.
    page: database.prepare(`
      select json_group_array(json_object(
        'listing_id', listing_id, 'list_price', list_price, 'beds', beds, 'baths', baths, 'sqft', sqft,
        'lot_size_acres', lot_size_acres, 'year_built', year_built, 'address', address, 'city', city, 'state', state,
        'zip', zip, 'county', county, 'latitude', latitude, 'longitude', longitude, 'property_type', property_type,
        'status', status, 'list_date', list_date, 'sold_date', sold_date, 'photos', json(photos), 'days_on_market',
        case when status <> 'Sold' then max(0, cast(julianday(?) - julianday(list_date) as integer)) end
      )) as items
      from (
        select listings.*
        from (
          select id
          from listings indexed by ${isWide ? "listings_newest" : "listings_box"} ${where}
          order by list_date desc, listing_id ${limit}
        ) keys
        join listings using (id)
        order by list_date desc, listing_id
      )`),
  };
  statements.set(key, added);
  return added;
}

const boise = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Boise" });
const app = Fastify();

app.get<{ Querystring: SearchQuery }>(
  "/api/properties",
  { schema: { querystring: querySchema } },
  async ({ query }, reply) => {
    const { name, where, values, limit, isWide } = toSql(query, () => "?");
    const { total, page } = prepared(name, where, limit, isWide);
    const counted = total.get(...values.slice(0, -2)) as { total: number };
    const { items } = page.get(boise.format(), ...values) as { items: string };
    return reply.type("application/json").send(toPage(query, counted.total, items));
  },
);

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
