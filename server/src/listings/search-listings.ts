import type { TenantContext } from "../platform/context.ts";
import type { ValidationIssue } from "../platform/errors.ts";
import { weakTag } from "../platform/http/etag.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { joinCards } from "./cards/card.ts";
import { withCards } from "./cards/cards-of-hits.ts";
import { countFacets } from "./facets/count-facets.ts";
import { stateOf } from "./filters/conditions.ts";
import { type FilterPlace, hasRadius, inQuery } from "./filters/filter-rules.ts";
import { toListingFilters } from "./filters/to-listing-filters.ts";
import type { SearchBody, SearchQuery } from "./listings.schemas.ts";
import { dayNumberByZone, daysAt } from "./local-day.ts";
import { findNearMisses } from "./near-misses/near-misses.ts";
import { encodeCursor, listOf, pagedTwice, readCursor } from "./page-cursor.ts";
import { acceptedSources } from "./rules/accepted-sources.ts";
import { lastingFilters, spanOf } from "./search-index/answer-cache.ts";
import type { ListingQuery } from "./search-index/listing-query.ts";
import type { UsesListings } from "./services.ts";

/**
 * One page of public listings with the exact total (SPEC: Properties, List query parameters; search.md). Searched in memory and joined
 * from encoded cards; the database is queried only for cards that are not cached. Replies are cached until a listing or a rule changes
 * or a day begins, and of open houses until the next one ends; those for clients who see `vow_fields` are not.
 *
 * @throws AppError 422 for parameters that contradict each other, and for a cursor of another list.
 */
export async function searchListings(
  ctx: TenantContext<UsesListings>,
  query: SearchQuery,
): Promise<EncodedJson> {
  return findPage(ctx, query, inQuery);
}

/** The same for parameters of a body; the reply has no tag. */
export async function findPage(
  ctx: TenantContext<UsesListings>,
  given: SearchBody,
  place: FilterPlace,
): Promise<EncodedJson> {
  const { list, query, seen } = await toListingQuery(ctx, given, place);
  const { replies, index, sources } = ctx.listings;
  const { facets: names, near_misses } = given;
  const { brokerageId } = ctx.tenant;
  // Near misses repeat parameters as they are written.
  const key = JSON.stringify([brokerageId, lastingFilters(query), seen, names, near_misses && given]);
  const now = ctx.clock.now();
  const days = daysAt(now);
  const accepted = await acceptedSources(ctx);
  const isForVisitors = accepted.size === 0;
  const known =
    isForVisitors && replies.get(key, { version: `${index.searchVersion} ${days}`, now: now.getTime() });
  if (known) return known;

  const started = performance.now();
  const { total, cards, next, facets, nearMisses, version, span, isComplete } = await withCards(
    ctx,
    accepted,
    () => {
      const found = index.search(query);
      return {
        ...found,
        facets: names && countFacets(index.counted, query, names),
        nearMisses:
          near_misses &&
          findNearMisses(index.counted, given, query, {
            total: found.total,
            stateWithoutIds: stateOf(ctx, {}).toLowerCase(),
          }),
        version: `${index.searchVersion} ${days}`,
        span: spanOf(query, index),
      };
    },
  );
  const cursor =
    next &&
    encodeCursor(list, { after: { value: next.value, id: next.listingId }, seen: seen + cards.length });
  const { limit } = query;
  const page = Math.floor(seen / limit) + 1;
  const counted = facets ? `,"facets":${JSON.stringify(facets)}` : "";
  const near = nearMisses ? `,"near_misses":${JSON.stringify(nearMisses)}` : "";
  const counts = `],"total":${total},"page":${page},"page_size":${limit},"total_pages":${Math.ceil(total / limit)},"next_cursor":${JSON.stringify(cursor)}${counted}${near}`;
  const today = dayNumberByZone(now);
  const isSpatial = Boolean(query.box ?? query.radius ?? query.polygon);
  const took = Math.round((performance.now() - started) * 1000) / 1000;
  const time = isSpatial ? `,"search_type":"spatial","query_time_ms":${took}` : "";
  const { bytes, items } = joinCards('{"items":[', cards, `${counts}${time}}`, { today, sources });
  // The tag leaves out the time of the search, which differs between equal results.
  const reply = new EncodedJson(bytes, weakTag(items + counts));
  if (isComplete && isForVisitors) replies.set(key, { version, span }, reply);
  return reply;
}

/** @returns `list` stands for the whole list, of which the query takes a page; `seen` items are before it. */
async function toListingQuery(
  ctx: TenantContext<UsesListings>,
  given: SearchBody,
  place: FilterPlace,
): Promise<{ list: string; query: ListingQuery; seen: number }> {
  const filters = await toListingFilters(ctx, given, { place, issues: brokenPaging(given, place) });
  const by = given.sort_by ?? (filters.radius ? "distance_miles" : "list_date");
  const order = given.sort_order ?? (by === "distance_miles" ? "asc" : "desc");
  const sort = { by, descending: order === "desc" };
  const list = listOf(ctx.tenant.brokerageId, filters, sort);
  const limit = given.page_size;
  if (given.cursor === undefined) {
    const seen = ((given.page ?? 1) - 1) * limit;
    return { list, query: { ...filters, sort, offset: seen, limit }, seen };
  }
  const { after: item, seen } = readCursor(list, given.cursor, place);
  const after = { value: item.value, listingId: item.id };
  return { list, query: { ...filters, sort, offset: 0, limit, after }, seen };
}

function brokenPaging(given: SearchBody, place: FilterPlace): ValidationIssue[] {
  const issues = pagedTwice(given, place);
  if (given.sort_by === "distance_miles" && !hasRadius(given))
    issues.unshift({
      loc: place("sort_by"),
      msg: "sort_by distance_miles needs a radius search",
      type: "value_error",
    });
  return issues;
}
