import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";
import { type Answer, isRadius, pageAndOrder, type RangeField, rangeFields, type Search } from "./search.ts";

type Found = { listing_id: string; distance_miles?: number };
type Row = { total: number; total_pages: number; ids: string[]; distances: number[] };

/** The answer to a search by one query on table `listings`, in words that PostgreSQL and the embedded database share. */
export async function sqlOracle(
  db: Db,
  search: Search,
  { brokerageId, now }: { brokerageId: number; now: Date },
): Promise<Answer<Found>> {
  const { page, page_size, sortBy, order } = pageAndOrder(search);
  const onPage = sql`place > ${(page - 1) * page_size} and place <= ${page * page_size}`;
  const { rows } = await sql<Row>`
    with shown as (${publicListings(brokerageId, now)}),
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
function publicListings(brokerageId: number, now: Date): RawBuilder<unknown> {
  const today = sql`(${now}::timestamptz at time zone
    case when lower(state) in ('wa', 'or') then 'America/Los_Angeles' else 'America/Boise' end)::date`;
  return sql`
    select
      id, source_id, listing_key, ${today} as today, listing_id, list_price, beds, baths, sqft, list_date,
      lower(translate(city, 'Ñ', 'ñ')) as city, lower(state) as state, lower(property_type) as property_type,
      lower(case status when 'Closed' then 'Sold' else status end) as status,
      lower(translate(concat(description, ' / ', case when show_address then address end), 'Ñ', 'ñ')) as remarks,
      case when show_address then latitude else floor(latitude * 100 + 0.5) / 100 end as latitude,
      case when show_address then longitude else floor(longitude * 100 + 0.5) / 100 end as longitude,
      lot_size_acres, year_built, round(garage_spaces) as garage_spaces, round(stories) as stories, hoa_monthly,
      new_construction, zip, lower(county) as county,
      lower(property_subtype) as property_subtype,
      list_price::double precision / nullif(sqft, 0) as price_per_sqft,
      ${today} - list_date as days_listed,
      -- Of null and 0 the greatest is 0.
      case
        when list_date is null or status = 'Closed' and sold_date is null then null
        else greatest(0, case status when 'Closed' then sold_date else ${today} end - list_date)
      end as days_on_market,
      (select lower(name) from feed_offices where id = list_office_id) as list_office,
      (select lower(name) from feed_agents where id = list_agent_id) as list_agent,
      id in (select listing_id from listing_photos) as has_photos
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
  const state = (search.state ?? (search.listing_ids ? "any" : "ID")).toLowerCase();
  return [
    compare("state", "=", state === "any" ? undefined : state),
    anyOf("city", search.city),
    anyOf("zip", search.zip),
    anyOf("county", search.county),
    anyOf("property_type", search.property_type),
    anyOf("property_subtype", search.property_subtype),
    anyOf(
      "status",
      search.status?.map((word) => (word.toLowerCase() === "closed" ? "sold" : word)),
    ),
    anyOf("lower(listing_id)", search.listing_ids),
    compare("list_office", "=", search.list_office?.toLowerCase()),
    compare("list_agent", "=", search.list_agent?.toLowerCase()),
    compare("has_photos", "=", search.has_photos),
    compare("new_construction", "=", search.new_construction),
    search.price_reduced_days === undefined ? sql`true` : wasReduced(search.price_reduced_days),
    hasKeywords(search.keywords),
    hasOpenHouse(search),
    compare("days_listed", "<=", search.listed_within_days),
    ...Object.entries(rangeFields).flatMap(([name, column]) => {
      const [min, max] = [search[`min_${name as RangeField}`], search[`max_${name as RangeField}`]];
      const holds = sql`${compare(column, ">=", min)} and ${compare(column, "<=", max)}`;
      return search.include_unknown ? sql`(${sql.ref(column)} is null or ${holds})` : sql`(${holds})`;
    }),
    compare("latitude", ">=", search.min_lat),
    compare("latitude", "<=", search.max_lat),
    compare("longitude", ">=", search.min_lng),
    compare("longitude", "<=", search.max_lng),
    compare("miles", "<=", search.radius_miles),
  ];
}

function hasKeywords(keywords: string | undefined): RawBuilder<unknown> {
  const words = (keywords ?? "").split(/[\s,]+/).filter(Boolean);
  const isThere = (word: string) => sql`remarks ~ ${`(^|[^a-zñ0-9'])${word.toLowerCase()}($|[^a-zñ0-9'])`}`;
  return words.length === 0 ? sql`true` : sql.join(words.map(isThere), sql` and `);
}

function hasOpenHouse({ open_house_from: from, open_house_to: to }: Search): RawBuilder<unknown> {
  if (from === undefined && to === undefined) return sql`true`;
  return sql`exists (
    select from open_houses h
    where h.source_id = measured.source_id and h.listing_key = measured.listing_key and h.status = 'Active'
      and coalesce(h.type, 'Public') = 'Public' and h.date >= today
      and h.date between ${from ?? "0001-01-01"}::date and ${to ?? "9999-12-31"}::date
  )`;
}

function wasReduced(days: number): RawBuilder<unknown> {
  const seen = sql`from listing_history where listing_id = measured.id and was_shown and event <> 'sold'`;
  const day = sql`greatest(today - ${days}::integer, (select min(occurred_on) ${seen}))`;
  return sql`(
    list_price < (select price ${seen} and occurred_on <= ${day} order by occurred_on desc, id desc limit 1)
    and ${day} <= (select max(occurred_on) ${seen})
  )`;
}

function anyOf(column: string, words: string[] | undefined) {
  if (words === undefined) return sql`true`;
  return sql`${column.includes("(") ? sql.raw(column) : sql.ref(column)} = any(${words.map((word) => word.toLowerCase())}::text[])`;
}

function compare(column: string, operator: "=" | "<=" | ">=", value: string | number | boolean | undefined) {
  if (value === undefined) return sql`true`;
  return sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;
}
