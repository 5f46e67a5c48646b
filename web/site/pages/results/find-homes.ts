import type { components } from "../../../../client/src/api.generated.ts";
import type { ListingSummary } from "../../../shared/listing.ts";
import { type Api, dataOf } from "../../frame/api.ts";
import { filtersJson } from "../../searches/filters-json.ts";
import { type Filters, PAGE_SIZE, type Search } from "../../searches/search.ts";
import { asQuery } from "./ask-api.ts";
import { type NotApplied, withoutUnreadable } from "./drop-unreadable.ts";
import { type Interpreted, isAllFilters, understoodFilters } from "./understood-filters.ts";

export type Facets = components["schemas"]["ListingFacets"];
export type NearMiss = components["schemas"]["NearMiss"];

export type FoundHomes = {
  /** What was applied: the search without what the API refused. */
  search: Search;
  homes: readonly ListingSummary[];
  total: number;
  pages: number;
  /** Counts of values, where they are those of the homes that were found. */
  facets: Facets;
  hasCounts: boolean;
  nearMisses: readonly NearMiss[];
  /** Parameters that the API refused. */
  dropped: readonly NotApplied[];
  /** What the plain words mean; null without words. */
  interpreted: Interpreted | null;
  /** Filters that the words state, beside those of the address. */
  understood: Filters;
  /** Of the whole result, for the map: filters that find it, or the ids of homes that match words. */
  mapped: Filters;
  /** Whether the homes are ordered by how well they match the words. */
  isRanked: boolean;
};

/** What is counted beside the homes. */
export const FACETS = [
  "city",
  "property_type",
  "status",
  "beds",
  "baths",
  "price",
  "features",
  "county",
  "zip",
] as const;
/** The API returns at most 100 of the homes that match words best. */
const RANKED_PAGES = 4;
/** In place of the search of words that were refused, as too long ones are. */
const NO_WORDS = { data: null, response: new Response() };

/** @returns null for a page past the end. */
export async function findHomes(api: Api, search: Search): Promise<FoundHomes | null> {
  const found = search.words ? await findByWords(api, search) : await findByFilters(api, search);
  return found.search.page > Math.max(1, found.pages) ? null : found;
}

async function findByFilters(api: Api, stated: Search, understood: Filters = new Map()): Promise<FoundHomes> {
  const { data, search, dropped } = await withoutUnreadable(stated, ({ filters, page }) =>
    api.GET("/api/properties", {
      params: {
        query: {
          ...asQuery(new Map([...understood, ...filters])),
          page,
          page_size: PAGE_SIZE,
          facets: [...FACETS],
          near_misses: true,
        },
      },
    }),
  );
  return {
    search,
    homes: data.items,
    total: data.total,
    pages: data.total_pages,
    facets: data.facets ?? {},
    hasCounts: true,
    nearMisses: data.near_misses ?? [],
    dropped,
    interpreted: null,
    understood,
    mapped: new Map([...understood, ...search.filters]),
    isRanked: false,
  };
}

async function findByWords(api: Api, stated: Search): Promise<FoundHomes> {
  const answer = await withoutUnreadable(stated, async ({ words, filters }) => {
    if (!words) return NO_WORDS;
    const limit = PAGE_SIZE * RANKED_PAGES;
    const body = { query: words, filters: filtersJson({ filters }), limit, explain: false };
    return api.POST("/api/search/semantic", { body });
  });
  const { data, search, dropped } = answer;
  if (data === null) {
    const listed = await findByFilters(api, search);
    return { ...listed, dropped: [...dropped, ...listed.dropped] };
  }
  const { interpreted, total } = data;
  const understood = understoodFilters(interpreted, search.filters);
  if (isAllFilters(interpreted)) {
    const listed = await findByFilters(api, search, understood);
    return { ...listed, dropped: [...dropped, ...listed.dropped], interpreted };
  }
  const filters = new Map([...search.filters, ...understood]);
  const query = { ...asQuery(filters), page_size: 1, facets: [...FACETS] };
  const counted = await api.GET("/api/properties", { params: { query } }).then(dataOf);
  const hasCounts = counted.total === total;
  return {
    search,
    homes: data.results.slice((search.page - 1) * PAGE_SIZE, search.page * PAGE_SIZE),
    total,
    pages: Math.min(RANKED_PAGES, Math.ceil(total / PAGE_SIZE)),
    facets: counted.facets ?? {},
    hasCounts,
    nearMisses: data.near_misses ?? [],
    dropped,
    interpreted,
    understood,
    mapped: hasCounts
      ? filters
      : new Map([["listing_ids", data.results.map(({ listing_id }) => listing_id)]]),
    isRanked: true,
  };
}
