import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { writeCard } from "./cards/card.ts";
import { checkSearchQuery } from "./check-search-query.ts";
import type { SearchQuery } from "./listings.schemas.ts";
import { dayNumberByZone } from "./local-day.ts";
import type { ListingQuery, Range } from "./search-index/listing-query.ts";
import type { UsesListings } from "./services.ts";
import { statusFromApi } from "./statuses.ts";

/**
 * One page of public listings (SPEC: Properties, List query parameters). Searched in memory, exact total, put
 * together from cards that are encoded already: no query at all when the cards are known.
 *
 * @throws AppError 422 for parameters that contradict each other.
 */
export async function searchListings(
  ctx: TenantContext<UsesListings>,
  query: SearchQuery,
): Promise<EncodedJson> {
  const started = performance.now();
  checkSearchQuery(query);
  const listingQuery = toListingQuery(query, ctx);
  const { total, cards } = await find(ctx, listingQuery);
  const today = dayNumberByZone(ctx.clock.now());
  const items = cards.map(({ card, miles }) => writeCard(card, today, miles));

  const { page, page_size } = query;
  const spatial = listingQuery.box || listingQuery.radius;
  const took = Math.round((performance.now() - started) * 1000) / 1000;
  return new EncodedJson(
    `{"items":[${items.join(",")}],"total":${total},"page":${page},"page_size":${page_size},` +
      `"total_pages":${Math.ceil(total / page_size)}` +
      `${spatial ? `,"search_type":"spatial","query_time_ms":${took}` : ""}}`,
  );
}

/**
 * The index may still have a listing that was just deleted. When a card is missing, the search is repeated after
 * `catchUp`, so that total and items agree.
 */
async function find(ctx: TenantContext<UsesListings>, listingQuery: ListingQuery) {
  for (let attempt = 1; ; attempt++) {
    const { total, hits } = ctx.listings.index.search(listingQuery);
    const found = await ctx.listings.cards.cardsFor(ctx.db, hits);
    const cards = hits.flatMap((hit, at) => {
      const card = found[at];
      return card ? [{ card, miles: hit.miles }] : [];
    });
    if (cards.length === hits.length || attempt === 2) return { total, cards };
    await ctx.listings.index.catchUp();
  }
}

function toListingQuery(query: SearchQuery, ctx: TenantContext): ListingQuery {
  const { center_lat, center_lng, radius_miles, min_lat, max_lat, min_lng, max_lng } = query;
  const byRadius = center_lat !== undefined && center_lng !== undefined && radius_miles !== undefined;
  const byBox =
    min_lat !== undefined && max_lat !== undefined && min_lng !== undefined && max_lng !== undefined;
  const state = (query.state ?? ctx.config.defaultState).toLowerCase();
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
