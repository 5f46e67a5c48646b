import Fastify from "fastify";
import { openSqlite, type SqliteStatement } from "./open-sqlite.ts";
import { querySchema, type SearchQuery, toPage, toSql } from "./search-query.ts";

// Listing search with Fastify and SQLite in the same process, with prepared statements. Days begin in the time zone of the process.

const database = await openSqlite(process.env.SQLITE_FILE!);
database.exec("pragma mmap_size = 4294967296; pragma cache_size = -262144");

const statements = new Map<string, SqliteStatement>();

function prepared(name: string, text: () => string): SqliteStatement {
  const known = statements.get(name);
  if (known) return known;
  const added = database.prepare(text());
  statements.set(name, added);
  return added;
}

/** Few listings match: they are read once, for the total and the page. */
function narrowSearch(where: string, limit: string): string {
  return `
    with matches as materialized (
      select id, list_date, listing_id from listings indexed by listings_box ${where}
    )
    select (select count(*) from matches) as total, (${itemsOf("matches", limit)}) as items`;
}

/** Many match: the page is read in the order of an index until it is full. SQLite does not plan for values. */
function widePage(where: string, limit: string): string {
  return `select (${itemsOf(`listings indexed by listings_newest ${where}`, limit)}) as items`;
}

/** "cross join" keeps the order of the two: keys first. */
function itemsOf(matches: string, limit: string): string {
  return `
    select json_group_array(json_object(
      'listing_id', listing_id, 'list_price', list_price, 'beds', beds, 'baths', baths, 'sqft', sqft,
      'lot_size_acres', lot_size_acres, 'year_built', year_built, 'hoa_monthly', null, 'new_construction', null, 'address', address, 'city', city, 'state', state,
      'zip', zip, 'county', county, 'latitude', latitude, 'longitude', longitude, 'property_type', property_type,
      'status', status, 'list_date', list_date, 'sold_date', sold_date, 'photos', json(photos), 'photos_count', json_array_length(photos), 'attribution', null, 'days_on_market',
      case when status <> 'Sold' then max(0, cast(julianday(date('now', 'localtime')) - julianday(list_date) as integer)) end
    ))
    from (
      select listings.*
      from (select id from ${matches} order by list_date desc, listing_id ${limit}) keys
      cross join listings using (id)
      order by list_date desc, listing_id
    )`;
}

const app = Fastify();

app.get<{ Querystring: SearchQuery }>(
  "/api/properties",
  { schema: { querystring: querySchema } },
  async ({ query }, reply) => {
    const { total, items } = search(query);
    return reply.type("application/json").send(toPage(query, total, items));
  },
);

function search(query: SearchQuery): { total: number; items: string } {
  const { name, where, values, limit, isWide } = toSql(query, () => "?");
  if (!isWide) {
    const statement = prepared(name, () => narrowSearch(where, limit));
    return statement.get(...values) as { total: number; items: string };
  }
  const counting = prepared(
    `${name} total`,
    () => `select count(*) as total from listings indexed by listings_box ${where}`,
  );
  const page = prepared(`${name} page`, () => widePage(where, limit));
  return {
    ...(counting.get(...values.slice(0, -2)) as { total: number }),
    ...(page.get(...values) as { items: string }),
  };
}

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
