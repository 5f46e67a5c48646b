import { type FacetName, facetConditions, isNumberFacet, MAX_FACET_VALUES } from "./facet-table.ts";
import { conditionsOf, type Filters, isWide, shapeOf, whereOf } from "./filters.ts";
import type { ListingStore, Point } from "./listing-store.ts";
import { type Cell, cellsSql } from "./map-grid.ts";
import { openSqlite, type SqliteStatement } from "./open-sqlite.ts";
import { pageSql } from "./search-query.ts";
import { serveListings } from "./serve-listings.ts";
import { SqlParameters, sqliteStyle } from "./sql-parameters.ts";

// Listings with Fastify and SQLite in the same process, with prepared statements. Days begin in the time zone of the process.
// SQLite does not plan for values: the statements name their index.

const BY_BOX = "listings indexed by listings_box";
const BY_POSITION = "listings indexed by listings_facets";
const POINT = "listing_id, latitude, longitude, list_price, beds, status";
const database = await openSqlite(process.env.SQLITE_FILE!);
database.exec("pragma mmap_size = 4294967296; pragma cache_size = -262144");

const statements = new Map<string, SqliteStatement>();

await serveListings({
  page(query) {
    const parameters = new SqlParameters(sqliteStyle);
    const { where, limit } = pageSql(query, parameters);
    if (!isWide(query))
      return readOne("page", query, narrowSearch(where, limit), parameters) as {
        total: number;
        items: string;
      };
    const ofTotal = new SqlParameters(sqliteStyle);
    const matches = `${BY_BOX} ${whereOf(conditionsOf(query, ofTotal).values())}`;
    return {
      ...(readOne("total", query, `select count(*) as total from ${matches}`, ofTotal) as { total: number }),
      ...(readOne("page", query, widePage(where, limit), parameters) as { items: string }),
    };
  },

  /** Few listings are read once for all facets; to keep many of them takes longer than to read them for each. */
  facets(filters, names) {
    const parameters = new SqlParameters(sqliteStyle);
    const { shared, ofFacet } = facetConditions(conditionsOf(filters, parameters), names);
    const isDirect = isWide(filters);
    const facets = names.map((name) => {
      const facet = isDirect
        ? facetOf(name, BY_POSITION, [...shared, ...ofFacet(name)])
        : facetOf(name, "matches", ofFacet(name));
      // The value of a subquery is text until `json` parses it.
      return `'${name}', json((${facet}))`;
    });
    const matches = `select ${names.join(", ")} from ${BY_POSITION} ${whereOf(shared)}`;
    const text = `
      ${isDirect ? "" : `with matches as materialized (${matches})`}
      select json_object(${facets.join(", ")}) as facets`;
    return (readOne(`facets ${names}`, filters, text, parameters) as { facets: string }).facets;
  },

  cells(filters, grid) {
    const parameters = new SqlParameters(sqliteStyle);
    const where = whereOf(conditionsOf(filters, parameters).values());
    const text = cellsSql(BY_BOX, where, grid, parameters);
    return prepared("cells", filters, text).all(parameters.values) as Cell[];
  },

  cards(filters, within) {
    const parameters = new SqlParameters(sqliteStyle);
    const keys = `select listings.id from ${listingsWithin(filters, within, parameters)}`;
    const text = `select (${itemsOf(keys, "listing_id")}) as items`;
    return (readOne("cards", filters, text, parameters) as { items: string }).items;
  },

  points(filters) {
    const parameters = new SqlParameters(sqliteStyle);
    const where = whereOf(conditionsOf(filters, parameters).values());
    const text = `select ${POINT} from ${BY_BOX} ${where}`;
    return prepared("points", filters, text).all(parameters.values) as Point[];
  },

  pointsWithin(filters, within) {
    const parameters = new SqlParameters(sqliteStyle);
    const text = `select ${POINT} from ${listingsWithin(filters, within, parameters)}`;
    return prepared("points within", filters, text).all(parameters.values) as Point[];
  },
} satisfies ListingStore);

function readOne(name: string, filters: Filters, text: string, { values }: SqlParameters): unknown {
  return prepared(name, filters, text).get(values);
}

function prepared(name: string, filters: Filters, text: string): SqliteStatement {
  const key = `${name} ${isWide(filters)} ${shapeOf(filters)}`;
  const known = statements.get(key);
  if (known) return known;
  const added = database.prepare(text);
  statements.set(key, added);
  return added;
}

/** Few listings match: they are read once, for the total and the page. */
function narrowSearch(where: string, limit: string): string {
  return `
    with matches as materialized (select id, list_date, listing_id from ${BY_BOX} ${where})
    select (select count(*) from matches) as total, (${pageOf("matches", limit)}) as items`;
}

/** Many match: the page is read in the order of an index until it is full. */
function widePage(where: string, limit: string): string {
  return `select (${pageOf(`listings indexed by listings_newest ${where}`, limit)}) as items`;
}

function pageOf(matches: string, limit: string): string {
  const order = "list_date desc, listing_id";
  return itemsOf(`select id from ${matches} order by ${order} ${limit}`, order);
}

/** "cross join" keeps the order of the two: keys first. */
function itemsOf(keys: string, order: string): string {
  return `
    select json_group_array(json_object(
      'listing_id', listing_id, 'list_price', list_price, 'beds', beds, 'baths', baths, 'sqft', sqft,
      'lot_size_acres', lot_size_acres, 'year_built', year_built, 'hoa_monthly', null, 'new_construction', null, 'address', address, 'city', city, 'state', state,
      'zip', zip, 'county', county, 'latitude', latitude, 'longitude', longitude, 'property_type', property_type,
      'status', status, 'list_date', list_date, 'sold_date', sold_date, 'photos', json(photos), 'photos_count', json_array_length(photos), 'images', json('[]'), 'attribution', null, 'days_on_market',
      case when status <> 'Sold' then max(0, cast(julianday(date('now', 'localtime')) - julianday(list_date) as integer)) end
    ))
    from (
      select listings.*
      from (${keys}) keys
      cross join listings using (id)
      order by ${order}
    )`;
}

function facetOf(name: FacetName, source: string, conditions: readonly string[]): string {
  const order = isNumberFacet(name) ? name : `count(*) desc, ${name}`;
  return `
    select json_group_array(json_object('value', value, 'count', number))
    from (
      select ${name} as value, count(*) as number
      from ${source} ${whereOf([...conditions, `${name} is not null`])}
      group by ${name}
      order by ${order}
      limit ${MAX_FACET_VALUES}
    )`;
}

/** "cross join" again: the boxes of the cells first. */
function listingsWithin(filters: Filters, within: readonly Cell[], parameters: SqlParameters): string {
  const boxes = within.map(({ min_lat, max_lat, min_lng, max_lng }) => [min_lat, max_lat, min_lng, max_lng]);
  const cells = parameters.add("cells", JSON.stringify(boxes));
  return `
    (select value ->> 0 as south, value ->> 1 as north, value ->> 2 as west, value ->> 3 as east from json_each(${cells})) cell
    cross join ${BY_BOX} on latitude between south and north and longitude between west and east
    ${whereOf(conditionsOf(filters, parameters).values())}`;
}
