import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";
import { type Answer, isRadius, pageAndOrder, type Search } from "./search.ts";

type Found = { listing_id: string; distance_miles?: number };
type Row = { total: number; total_pages: number; ids: string[]; distances: number[] };

/** The answer to a search by one query on table `listings`, in words that PostgreSQL and the embedded database share. */
export async function sqlOracle(db: Db, search: Search, brokerageId: number): Promise<Answer<Found>> {
  const { page, page_size, sortBy, order } = pageAndOrder(search);
  const onPage = sql`place > ${(page - 1) * page_size} and place <= ${page * page_size}`;
  const { rows } = await sql<Row>`
    with shown as (${publicListings(brokerageId)}),
    measured as (select *, ${milesFrom(search)} as miles from shown),
    matching as (
      select *, floor(miles * 100 + 0.5) / 100 as distance_miles from measured
      where ${sql.join(conditions(search), sql` and `)}
    ),
    placed as (
      select listing_id, distance_miles, row_number() over (
        order by ${sql.ref(sortBy)} ${sql.raw(order)} nulls last, listing_id collate "C"
      ) as place
      from matching
    )
    select
      count(*) as total,
      ceil(count(*)::numeric / ${page_size}) as total_pages,
      coalesce(array_agg(listing_id order by place) filter (where ${onPage}), '{}') as ids,
      coalesce(array_agg(distance_miles order by place) filter (where ${onPage}), '{}') as distances
    from placed
  `.execute(db);
  const { total, total_pages, ids, distances } = rows[0] as Row;
  const items = ids.map((listing_id, at) => ({
    listing_id,
    ...(isRadius(search) && { distance_miles: distances[at] as number }),
  }));
  return { items, total, total_pages, page, page_size };
}

/** In some collations `lower` knows only the letters of ASCII; of others, Ñ is all that the data has. */
function publicListings(brokerageId: number): RawBuilder<unknown> {
  return sql`
    select
      listing_id, list_price, beds, baths, sqft, list_date,
      lower(translate(city, 'Ñ', 'ñ')) as city, lower(state) as state, lower(property_type) as property_type,
      lower(case status when 'Closed' then 'Sold' else status end) as status,
      case when show_address then latitude else floor(latitude * 100 + 0.5) / 100 end as latitude,
      case when show_address then longitude else floor(longitude * 100 + 0.5) / 100 end as longitude
    from listings
    where show_listing
      and status not in ('Canceled', 'Delete', 'Expired', 'Hold', 'Incomplete', 'Withdrawn')
      and (
        not exists (select from brokerage_sources where brokerage_id = ${brokerageId})
        or source_id in (select source_id from brokerage_sources where brokerage_id = ${brokerageId})
      )`;
}

/** Haversine; null without a centre, and for a listing without a position. */
function milesFrom(search: Search): RawBuilder<unknown> {
  const lat = sql`${search.center_lat ?? null}::double precision`;
  const lng = sql`${search.center_lng ?? null}::double precision`;
  return sql`2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(latitude - ${lat}) / 2), 2)
    + cos(radians(latitude)) * cos(radians(${lat})) * power(sin(radians(longitude - ${lng}) / 2), 2)
  )))`;
}

function conditions(search: Search): RawBuilder<unknown>[] {
  const state = (search.state ?? "ID").toLowerCase();
  const status = search.status?.toLowerCase();
  return [
    compare("state", "=", state === "any" ? undefined : state),
    compare("city", "=", search.city?.toLowerCase()),
    compare("property_type", "=", search.property_type?.toLowerCase()),
    compare("status", "=", status === "closed" ? "sold" : status),
    compare("list_price", ">=", search.min_price),
    compare("list_price", "<=", search.max_price),
    compare("beds", ">=", search.min_beds),
    compare("beds", "<=", search.max_beds),
    compare("baths", ">=", search.min_baths),
    compare("baths", "<=", search.max_baths),
    compare("latitude", ">=", search.min_lat),
    compare("latitude", "<=", search.max_lat),
    compare("longitude", ">=", search.min_lng),
    compare("longitude", "<=", search.max_lng),
    compare("miles", "<=", search.radius_miles),
  ];
}

function compare(column: string, operator: "=" | "<=" | ">=", value: string | number | undefined) {
  if (value === undefined) return sql`true`;
  return sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;
}
