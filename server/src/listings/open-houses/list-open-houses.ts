import { dateOfDay, dayNumber } from "../../platform/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ValidationIssue } from "../../platform/errors.ts";
import { weakTag } from "../../platform/http/etag.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { writeCard } from "../cards/card.ts";
import { withCards } from "../cards/cards-of-hits.ts";
import { inQuery } from "../filters/filter-rules.ts";
import { toListingFilters } from "../filters/to-listing-filters.ts";
import { dayNumberByZone } from "../local-day.ts";
import { encodeCursor, listOf, type PageCursor, pagedTwice, readCursor } from "../page-cursor.ts";
import { acceptedSources } from "../rules/accepted-sources.ts";
import type { ListingFilters, ListingHit } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import type { OpenHouseDays } from "./open-house-calendar.ts";
import type { OpenHousesQuery } from "./open-houses.schemas.ts";
import type { PlacedOpenHouse } from "./placed-open-houses.ts";
import { openHousesById } from "./public-open-houses.sql.ts";

/**
 * Open houses of the listings that match, soonest first (search.md, D26). What has ended, was canceled, or is for agents is left out.
 *
 * @throws AppError 422 for parameters that contradict each other.
 */
export async function listOpenHouses(
  ctx: TenantContext<UsesListings>,
  { from, to, ...given }: OpenHousesQuery,
): Promise<EncodedJson> {
  const issues = [...swappedDays(from, to), ...pagedTwice(given, inQuery)];
  const filters = await toListingFilters(ctx, given, { place: inQuery, issues });
  const now = ctx.clock.now();
  const days = { ...daysOf(from, to), now: now.getTime() };
  const { list, page_size, seen, after } = pageOf(ctx, { from, to, ...given }, filters);
  const accepted = await acceptedSources(ctx);
  const { cards, found, hits, next, total } = await withCards(ctx, accepted, () => {
    const { all, hitOf } = soonest(ctx, filters, days);
    const begin = after ? all.findIndex((each) => isBehind(each, after)) : seen;
    const found = begin < 0 ? [] : all.slice(begin, begin + page_size);
    const last = found.at(-1);
    return {
      found,
      total: all.length,
      hits: found.map(({ listing }) => hitOf(listing)),
      next: last === all.at(-1) ? undefined : last,
    };
  });
  const texts = await openHousesById(
    ctx.db,
    found.map(({ openHouse }) => openHouse.id),
  );
  const { sources } = ctx.listings;
  const ends = { today: dayNumberByZone(now), sources };
  const hides = (sourceId: number) =>
    accepted.has(sourceId) ? sources.hiddenFromClient(sourceId) : sources.hiddenOf(sourceId);
  // A listing that went meanwhile has no card.
  const shown = new Map(
    cards.map(({ card, listingId }) => [
      listingId,
      { property: writeCard(card, ends), hidden: hides(card.sourceId) },
    ]),
  );
  const items = found.flatMap(({ openHouse: { id, day, zone } }, nth) => {
    const listing_id = hits[nth]?.listingId as string;
    const [listing, text] = [shown.get(listing_id), texts.get(id)];
    if (!listing || !text) return [];
    const { starts_at, ends_at } = text;
    const remarks = listing.hidden?.has("description") ? null : text.remarks;
    const fields = JSON.stringify({
      id,
      listing_id,
      date: dateOfDay(day),
      starts_at,
      ends_at,
      time_zone: zone,
      remarks,
    });
    return [`${fields.slice(0, -1)},"property":${listing.property}}`];
  });
  const counts = {
    total,
    page: Math.floor(seen / page_size) + 1,
    page_size,
    total_pages: Math.ceil(total / page_size),
    next_cursor: next ? encodeCursor(list, { after: placeOf(next), seen: seen + found.length }) : null,
  };
  const bytes = Buffer.from(`{"items":[${items.join()}],${JSON.stringify(counts).slice(1)}`);
  return new EncodedJson(bytes, weakTag(bytes));
}

type OpenHouseOfListing = { openHouse: PlacedOpenHouse; listing: number };

/** @returns `list` stands for the whole list, of which the query takes a page; `seen` items are before it. */
function pageOf(
  { tenant }: TenantContext<UsesListings>,
  { from, to, page = 1, page_size, cursor }: OpenHousesQuery,
  filters: ListingFilters,
): { list: string; page_size: number; seen: number; after?: PageCursor["after"] } {
  const list = listOf(tenant.brokerageId, filters, ["open houses", from, to]);
  if (cursor === undefined) return { list, page_size, seen: (page - 1) * page_size };
  return { list, page_size, ...readCursor(list, cursor, inQuery) };
}

function placeOf({ openHouse: { starts, id } }: OpenHouseOfListing): PageCursor["after"] {
  return { value: starts, id: String(id) };
}

function isBehind({ openHouse: { starts, id } }: OpenHouseOfListing, after: PageCursor["after"]): boolean {
  const value = after.value ?? Number.NEGATIVE_INFINITY;
  return starts > value || (starts === value && id > Number(after.id));
}

/** All of them, in order, by the ids of their listings. */
function soonest({ listings: { index } }: UsesListings, filters: ListingFilters, days: OpenHouseDays) {
  const all = index.readMatches(
    { ...filters, openHouse: days, now: days.now },
    null,
    ({ matches, listings }) => {
      const found: OpenHouseOfListing[] = [];
      for (const ordinal of matches.list()) {
        const listing = listings.columns.id[ordinal] as number;
        // Of a listing that is to have another one on other days as well.
        if (
          filters.openHouse &&
          listings.openHouses.of(listing, { ...filters.openHouse, now: days.now }).length === 0
        )
          continue;
        for (const openHouse of listings.openHouses.of(listing, days)) found.push({ openHouse, listing });
      }
      return found.sort((a, b) => a.openHouse.starts - b.openHouse.starts || a.openHouse.id - b.openHouse.id);
    },
  );
  return { all: all ?? [], hitOf: (listing: number) => index.hitsOf([listing])[0] as ListingHit };
}

function daysOf(from: string | undefined, to: string | undefined): Omit<OpenHouseDays, "now"> {
  return {
    ...(from !== undefined && { from: dayNumber(from) }),
    ...(to !== undefined && { to: dayNumber(to) }),
  };
}

function swappedDays(from: string | undefined, to: string | undefined): ValidationIssue[] {
  if (from === undefined || to === undefined || from <= to) return [];
  return [{ loc: ["query", "from"], msg: "from must not be later than to", type: "value_error" }];
}
