import { type ListingFilters, publicListing, type UsesListings } from "../../listings/index.ts";
import { builtinTextModel, isInformative, textsOf, type UsesModels } from "../../models/index.ts";
import { type Interpretation, interpret } from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { filterYielding } from "../../platform/yield-every.ts";
import type { UsesSearch } from "../services.ts";
import { featureSet } from "../vectors/listing-features.ts";
import { candidatesFor } from "./candidates.ts";
import { meaningOf } from "./meaning.ts";
import { rerank } from "./rerank.ts";
import { type FoundListing, partsOf, similarityOf } from "./score.ts";
import {
  type StatedFilters,
  toListingFilters,
  withoutOverridden,
  withoutOverriddenExclusions,
} from "./search-filters.ts";

/** What is below it is chance. It holds where words alone decide; what filters leave was asked for, however it is worded. */
const FLOOR = 0.06;
/** Of words that only filter, every listing that is left is what was asked for. */
const FILTERED_REACH = 500;
/** What may be a listing's id: one word with digits in it. */
const LISTING_ID = /^#?([\p{L}\p{N}](?=\D*\d)[\p{L}\p{N}._-]+)$/u;

/** How the words were understood; `filters` without those that were stated beside them. */
export type Interpreted = Pick<Interpretation, "filters" | "features" | "without" | "not" | "text">;

/** What was asked, and the tenant's listings that may be it. */
export type Understood = {
  query: string;
  interpreted: Interpreted;
  filters: ListingFilters;
  /** False when the words only filter: nothing is left to compare. */
  asks: boolean;
  /** What the filters and the refused features leave. */
  ids: Float64Array;
};

export async function understand(
  ctx: TenantContext<UsesListings & UsesSearch>,
  { query, stated }: { query: string; stated: StatedFilters },
): Promise<Understood> {
  const { sourceIds } = ctx.tenant;
  const interpretation = interpret(query, ctx.listings.index.placeNames(sourceIds));
  const not = withoutOverriddenExclusions(interpretation.not, stated);
  const interpreted = { ...interpretation, filters: withoutOverridden(interpretation.filters, stated), not };
  const filters = toListingFilters({ ...interpreted.filters, ...stated }, not, sourceIds);
  await ctx.search.vectors.start();
  const unwanted = featureSet(interpreted.without);
  const matching = ctx.listings.index.matching(filters);
  const ids =
    interpreted.without.length === 0
      ? matching
      : await filterYielding(matching, (id) => ctx.search.vectors.features.count(id, unwanted) === 0);
  const asks = textsOf(interpreted.text).some(isInformative) || interpreted.features.length > 0;
  return { query, interpreted, filters, asks, ids };
}

/**
 * The tenant's listings that are like what was asked, best first, at most some hundred; and `also`, which something else has
 * found among the same ids, however little their words are like it.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function findListings(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  understood: Understood,
  also: readonly number[] = [],
): Promise<FoundListing[]> {
  const named = await listingNamed(ctx, understood.query);
  const found = understood.asks ? await ranked(ctx, understood, also) : await newest(ctx, understood);
  if (named === null) return found;
  return [{ id: named, ...EVERYTHING }, ...found.filter(({ id }) => id !== named)];
}

/** The listing whose id the query is, if there is one. */
async function listingNamed(ctx: TenantContext, query: string): Promise<number | null> {
  const id = LISTING_ID.exec(query.trim())?.[1];
  if (id === undefined) return null;
  const listing = await publicListing(ctx.db, id.toUpperCase(), ctx.tenant.sourceIds);
  return listing?.id ?? (await publicListing(ctx.db, id, ctx.tenant.sourceIds))?.id ?? null;
}

/** What the filters leave, the newest first. The model is asked all the same: without it, every search says so. */
async function newest(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { query, interpreted, filters }: Understood,
): Promise<FoundListing[]> {
  if (ctx.models.provider === "server") await meaningOf(ctx, query);
  const unwanted = featureSet(interpreted.without);
  const ids = ctx.listings.index.best(
    filters,
    { by: "list_date", descending: true },
    {
      limit: FILTERED_REACH,
      // The index has no features.
      accepts: (id) => ctx.search.vectors.features.count(id, unwanted) === 0,
    },
  );
  return ids.map((id) => ({ id, ...EVERYTHING }));
}

async function ranked(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { interpreted, ids }: Understood,
  also: readonly number[],
): Promise<FoundListing[]> {
  const { features, text } = interpreted;
  const { candidates, words, model } = await candidatesFor(ctx, { text, features, also }, ids);
  const kept = new Set(also);
  const floor = Object.keys(interpreted.filters).length > 0 ? 0 : FLOOR;
  const found = candidates
    .map((candidate) => {
      const parts = partsOf(candidate, { words, features: features.length, noise: model?.noise ?? 1 });
      return { id: candidate.id, similarity: similarityOf(parts), parts, words: [...candidate.words.keys()] };
    })
    .filter(({ id, similarity }) => similarity >= floor || kept.has(id))
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
  return model === builtinTextModel ? rerank(ctx, text, found) : found;
}

const EVERYTHING: Omit<FoundListing, "id"> = {
  similarity: 1,
  parts: { meaning: 1, words: 1, features: null },
  words: [],
};
