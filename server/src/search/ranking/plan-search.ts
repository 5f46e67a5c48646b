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

/**
 * Interprets a query, and plans the search for it.
 *
 * @param search `stated`: filters of the request's fields; `filters`: those of its field of that name; `matches`: results get matched
 * sentences.
 * @throws AppError 422 for filters that the list refuses.
 */
export async function planSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  {
    query,
    stated,
    filters: more = {},
    matches = false,
  }: { query: string; stated: StatedFilters; filters?: GivenFilters; matches?: boolean },
): Promise<SearchPlan> {
  const { sourceIds } = ctx.tenant;
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
    limited_sources: ctx.listings.sources.withoutAi(sourceIds),
  };
  // What filters state is found among the listings that no model may read, too. A place to be near to ranks all that filters leave.
  const isByFilters =
    isFiltersOnly && (interpreted.limited_sources.length > 0 || interpreted.near.length > 0);
  const words = textsOf(reading.text).filter(isInformative);
  const absent = new Set(
    reading.not_applied.flatMap(({ text, why }) => (why === NO_LISTING_HAS_IT ? textsOf(text) : [])),
  );
  const refused = featureSet(interpreted.without);
  await ctx.search.vectors.start();
  const { features } = ctx.search.vectors;
  const readableSources = ctx.listings.sources.readableByModels(sourceIds);
  const readable = (all: ListingFilters) =>
    readableSources === sourceIds || readableSources === null ? all : { ...all, sourceIds: readableSources };
  const matchingOf = (all: ListingFilters) => features.without(ctx.listings.index.matchingSet(all), refused);
  let matching: IdSet | null = null;
  return {
    query: allowed,
    texts: new ListingTexts(ctx),
    matchText: matches ? comparedText(interpreted.text || allowed, wishes) : null,
    interpreted,
    wishes,
    pieces,
    isAnswerable: words.some((word) => !absent.has(word)) || wishes.length > 0 || reading.features.length > 0,
    filters,
    named,
    refused,
    near: await listingsNear(ctx, interpretation.near),
    isRanked: !isByFilters && (words.length > 0 || reading.features.length > 0 || wishes.length > 0),
    readable,
    matchingOf,
    matching() {
      matching ??= matchingOf(readable(filters));
      return matching;
    },
  };
}
