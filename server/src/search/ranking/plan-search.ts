import type { GivenFilters, ListingFilters, UsesListings } from "../../listings/index.ts";
import { isInformative, textsOf, type UsesModels } from "../../models/index.ts";
import {
  type ComparedAs,
  type Interpretation,
  interpretStarted,
  NO_LISTING_HAS_IT,
  type StatedPiece,
} from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import { ListingTexts } from "../sentences/listing-texts.ts";
import type { UsesSearch } from "../services.ts";
import { type FeatureSet, featureSet } from "../vectors/listing-features.ts";
import { comparedText } from "./embed-query.ts";
import { listingsNear, placesOfQuery } from "./query-places.ts";
import { type StatedFilters, searchFilters } from "./search-filters.ts";

/** The interpretation of a query, without what the request's filters override. */
export type Interpreted = Pick<
  Interpretation,
  "filters" | "features" | "without" | "not" | "near" | "not_applied" | "refused" | "text" | "compared_as"
> & {
  /** The tenant's sources whose listings models may not read. */
  limited_sources: string[];
};

export type SearchPlan = {
  /** Without terms of protected classes. */
  query: string;
  interpreted: Interpreted;
  /** What the query wants a home for, and what it does not want, in the words of listings. */
  wishes: readonly ComparedAs[];
  /** Pieces of the query that state filters or features. */
  pieces: readonly StatedPiece[];
  /** False when listings have none of its words: what is nearest to them is chance. */
  isAnswerable: boolean;
  filters: ListingFilters;
  /** The same by the names of the list's parameters, as the query or the request has them. */
  named: GivenFilters;
  /** Listings near to the city that the query names, which rank higher; null without one. */
  near: IdSet | null;
  /** Features that results must not have. */
  refused: FeatureSet;
  /** False when the query has filters only, so that nothing is left to rank by. */
  isRanked: boolean;
  /** Read once, by all steps of the search. */
  texts: ListingTexts;
  /** The text that sentences of results are matched with; null when the results have none. */
  matchText: string | null;
  /** The filters with only those of their sources that models may read. */
  readable(filters: ListingFilters): ListingFilters;
  /** The listings that satisfy filters and have no refused feature. */
  matchingOf(filters: ListingFilters): IdSet;
  /** `matchingOf` the search's `readable` filters. Computed at the first call. */
  matching(): IdSet;
};

/** A query with the filters of its request, understood. */
export type UnderstoodSearch = Pick<
  SearchPlan,
  "query" | "interpreted" | "wishes" | "pieces" | "filters" | "named"
> & {
  /** The query has no word that is not stated by filters, nor one to compare. */
  isFiltersOnly: boolean;
};

type QueryWithFilters = { query: string; stated?: StatedFilters; filters?: GivenFilters | undefined };

/**
 * Interprets a query beside filters.
 *
 * @param search `stated`: filters of the request's fields; `filters`: those of its field of that name.
 * @throws AppError 422 for filters that the list refuses.
 */
export async function understandSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { query, stated = {}, filters: more = {} }: QueryWithFilters,
): Promise<UnderstoodSearch> {
  const { started, known, corrected } = await placesOfQuery(ctx, query);
  const { allowed, pieces, isFiltersOnly, ...interpretation } = interpretStarted(started, known);
  const { reading, named, filters } = await searchFilters(
    ctx,
    { ...interpretation, pieces },
    { stated, more },
  );
  const { compared_as: wishes } = interpretation;
  const { pieces: _, ...interpretedWords } = reading;
  const interpreted = {
    ...interpretedWords,
    compared_as: [...corrected, ...wishes],
    limited_sources: ctx.listings.sources.withoutAi(ctx.tenant.sourceIds),
  };
  return { query: allowed, interpreted, wishes, pieces, isFiltersOnly, filters, named };
}

/**
 * Interprets a query, and plans the search for it.
 *
 * @param search see `understandSearch`; `matches`: results get matched sentences.
 * @throws AppError 422 for filters that the list refuses.
 */
export async function planSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { matches = false, ...input }: QueryWithFilters & { matches?: boolean },
): Promise<SearchPlan> {
  return planUnderstood(ctx, await understandSearch(ctx, input), { matches });
}

/** Plans the search for a query that is understood already. */
export async function planUnderstood(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { query, interpreted, wishes, pieces, isFiltersOnly, filters, named }: UnderstoodSearch,
  { matches = false } = {},
): Promise<SearchPlan> {
  const { sourceIds } = ctx.tenant;
  // What filters state is found among the listings that no model may read, too. A place to be near to ranks all that filters leave.
  const isByFilters =
    isFiltersOnly && (interpreted.limited_sources.length > 0 || interpreted.near.length > 0);
  const words = textsOf(interpreted.text).filter(isInformative);
  const absent = new Set(
    interpreted.not_applied.flatMap(({ text, why }) => (why === NO_LISTING_HAS_IT ? textsOf(text) : [])),
  );
  const isWanting = interpreted.features.length > 0 || wishes.length > 0;
  const refused = featureSet(interpreted.without);
  await ctx.search.vectors.start();
  const { features } = ctx.search.vectors;
  const readableSources = ctx.listings.sources.readableByModels(sourceIds);
  const readable = (all: ListingFilters) =>
    readableSources === sourceIds || readableSources === null ? all : { ...all, sourceIds: readableSources };
  const matchingOf = (all: ListingFilters) => features.without(ctx.listings.index.matchingSet(all), refused);
  let matching: IdSet | null = null;
  return {
    query,
    texts: new ListingTexts(ctx),
    matchText: matches ? comparedText(interpreted.text || query, wishes) : null,
    interpreted,
    wishes,
    pieces,
    isAnswerable: isWanting || words.some((word) => !absent.has(word)),
    filters,
    named,
    refused,
    near: await listingsNear(ctx, interpreted.near),
    isRanked: !isByFilters && (isWanting || words.length > 0),
    readable,
    matchingOf,
    matching() {
      matching ??= matchingOf(readable(filters));
      return matching;
    },
  };
}
