import type { TenantContext } from "../platform/context.ts";
import { weakTag } from "../platform/http/etag.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { joinCards } from "./cards/card.ts";
import { checkSearchQuery } from "./check-search-query.ts";
import type { SearchQuery } from "./listings.schemas.ts";
import { dayNumberByZone, daysAt } from "./local-day.ts";
import { acceptedSources } from "./rules/accepted-sources.ts";
import type { ListingQuery, Range } from "./search-index/listing-query.ts";
import type { UsesListings } from "./services.ts";
import { statusFromApi } from "./statuses.ts";

/** Of a brokerage without a state in its address (SPEC: Properties, List query parameters). */
const FALLBACK_STATE = "id";

/**
 * One page of public listings with the exact total (SPEC: Properties, List query parameters). Searched in memory and joined from
 * encoded cards; the database is queried only for cards that are not cached. Replies are cached until a listing or a rule changes or
 * a day begins; those for clients who see `vow_fields` are not.
 *
 * @throws AppError 422 for parameters that contradict each other.
 */
export async function searchListings(
  ctx: TenantContext<UsesListings>,
  query: SearchQuery,
): Promise<EncodedJson> {
  checkSearchQuery(query);
  const listingQuery = toListingQuery(query, ctx);
  const { replies, index, sources } = ctx.listings;
  const key = JSON.stringify([ctx.tenant.brokerageId, listingQuery]);
  const days = daysAt(ctx.clock.now());
  const accepted = await acceptedSources(ctx);
  const isForVisitors = accepted.size === 0;
  const known = isForVisitors && replies.get(key, `${index.version} ${sources.version} ${days}`);
  if (known) return known;

  const started = performance.now();
  const rules = sources.version;
  const { total, cards, version, isComplete } = await find(ctx, listingQuery, accepted);
  const { page, page_size } = query;
  const counts = `],"total":${total},"page":${page},"page_size":${page_size},"total_pages":${Math.ceil(total / page_size)}`;
  const today = dayNumberByZone(ctx.clock.now());
  const isSpatial = listingQuery.box !== undefined || listingQuery.radius !== undefined;
  const took = Math.round((performance.now() - started) * 1000) / 1000;
  const time = isSpatial ? `,"search_type":"spatial","query_time_ms":${took}` : "";
  const { bytes, items } = joinCards('{"items":[', cards, `${counts}${time}}`, { today, sources });
  // The tag leaves out the time of the search, which differs between equal results.
  const reply = new EncodedJson(bytes, weakTag(items + counts));
  if (isComplete && isForVisitors) replies.set(key, `${version} ${rules} ${days}`, reply);
  return reply;
}

/**
 * The index may still have a listing that was just deleted. When a card is missing, the search is repeated after
 * `catchUp`, so that total and items agree.
 */
async function find(
  ctx: TenantContext<UsesListings>,
  listingQuery: ListingQuery,
  accepted: ReadonlySet<number>,
) {
  const { index, cards: kept } = ctx.listings;
  for (let attempt = 1; ; attempt++) {
    const { version } = index;
    const { total, hits } = index.search(listingQuery);
    const found =
      accepted.size === 0
        ? await kept.cardsFor(ctx.db, hits)
        : await kept.cardsForClient(ctx.db, hits, accepted);
    const cards = hits.flatMap((hit, index) => {
      const card = found[index];
      return card ? [{ card, miles: hit.miles }] : [];
    });
    const isComplete = cards.length === hits.length;
    if (isComplete || attempt === 2) return { total, cards, version, isComplete };
    await index.catchUp();
  }
}

function toListingQuery(query: SearchQuery, ctx: TenantContext): ListingQuery {
  const { center_lat, center_lng, radius_miles, min_lat, max_lat, min_lng, max_lng } = query;
  const byRadius = center_lat !== undefined && center_lng !== undefined && radius_miles !== undefined;
  const byBox =
    min_lat !== undefined && max_lat !== undefined && min_lng !== undefined && max_lng !== undefined;
  const state = (query.state ?? ctx.config.defaultState ?? ctx.tenant.state ?? FALLBACK_STATE).toLowerCase();
  const sortBy = query.sort_by ?? (byRadius ? "distance_miles" : "list_date");
  const order = query.sort_order ?? (sortBy === "distance_miles" ? "asc" : "desc");
  return {
    ...(ctx.tenant.sourceIds && { sourceIds: ctx.tenant.sourceIds }),
    ...(query.city !== undefined && { city: query.city }),
    ...(state !== "any" && { state }),
    ...(query.property_type && { propertyType: query.property_type }),
    ...(query.status && { status: statusFromApi(query.status) }),
    price: range(query.min_price, query.max_price),
    beds: range(query.min_beds, query.max_beds),
    baths: range(query.min_baths, query.max_baths),
    ...(byBox && { box: { minLat: min_lat, maxLat: max_lat, minLng: min_lng, maxLng: max_lng } }),
    ...(byRadius && { radius: { lat: center_lat, lng: center_lng, miles: radius_miles } }),
    sort: { by: sortBy, descending: order === "desc" },
    offset: (query.page - 1) * query.page_size,
    limit: query.page_size,
  };
}

function range(min: number | undefined, max: number | undefined): Range {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
