import {
  type ListingFilters,
  listingsAtAddress,
  publicListing,
  type UsesListings,
} from "../../listings/index.ts";
import { builtinTextModel, type UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";
import { findCandidates } from "./candidates.ts";
import { embedQuery } from "./embed-query.ts";
import { homesFirst } from "./homes-first.ts";
import type { SearchPlan } from "./plan-search.ts";
import { rerank } from "./rerank.ts";
import { type FoundListing, scoreParts, similarityOf } from "./score.ts";
import { unknownLast } from "./unknown-values.ts";

/**
 * Similarities below are chance. Without effect on searches with filters: every match of a filter is a result; and on those near to
 * a city: its name ranks listings and leaves none out.
 */
const MIN_SIMILARITY = 0.06;
const MOST_OF_WEAK = 0.0599;
/** With fewer results the nearest listings below the minimum are shown too, marked as weak. */
const FEWEST = 5;
/** Listings below the minimum that are compared for it. */
const MAX_COMPARED_WEAK = 25;
/** Results of a query that has filters only. */
const MAX_FILTERED = 500;
const MAX_ADDRESSED = 100;
/** A query that may be a listing id: one word that contains a digit. */
const LISTING_ID = /^#?([\p{L}\p{N}](?=\D*\d)[\p{L}\p{N}._-]+)$/u;

/**
 * The tenant's listings that match a query, best first, at most some hundred. `required` are listings of the plan to score in any
 * case, because another search has found them; they have no minimum similarity.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function findListings(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  plan: SearchPlan,
  required: readonly number[] = [],
): Promise<FoundListing[]> {
  const named = await listingNamed(ctx, plan.query);
  const all = nearFirst(
    plan.isRanked
      ? [
          ...homesFirst(ctx, await rankedListings(ctx, plan, required), plan),
          ...(await addressedListings(ctx, plan)),
        ].sort((a, b) => b.similarity - a.similarity)
      : await newestListings(ctx, plan),
    plan,
  );
  const found = unknownLast(ctx, all, plan);
  if (named === null) return found;
  return [{ id: named, ...EXACT_MATCH }, ...found.filter(({ id }) => id !== named)];
}

/**
 * The number of a search's results: exact where filters decide which listings they are, though only the first are ranked; else the number
 * that was found.
 */
export function totalOf(plan: SearchPlan, found: readonly FoundListing[]): number {
  if (plan.isRanked && Object.keys(plan.named).length === 0) return found.length;
  const matching = plan.isRanked ? plan.matching() : plan.matchingOf(plan.filters);
  // A listing whose id or address is the query is a result as well.
  return matching.size + found.filter(({ id }) => !matching.has(id)).length;
}

/** The share of the similarity that a listing lacks which it gets for being near to the city that the query names. */
const NEAR_BONUS = 0.3;

/** Raises listings near to the city that the query names. Of equally similar ones they come first. */
function nearFirst(found: FoundListing[], { near }: SearchPlan): FoundListing[] {
  if (near === null) return found;
  return found
    .map((each, nth) => {
      const isNear = near.has(each.id);
      return { each: isNear ? raised(each) : each, nth, isNear };
    })
    .sort(
      (a, b) => b.each.similarity - a.each.similarity || Number(b.isNear) - Number(a.isNear) || a.nth - b.nth,
    )
    .map(({ each }) => each);
}

function raised(found: FoundListing): FoundListing {
  const similarity = found.similarity + (1 - found.similarity) * NEAR_BONUS;
  return { ...found, similarity: Math.round(similarity * 10_000) / 10_000 };
}

/** The listing whose id is the query; null when there is none. */
async function listingNamed(ctx: TenantContext, query: string): Promise<number | null> {
  const id = LISTING_ID.exec(query.trim())?.[1];
  if (id === undefined) return null;
  const listing = await publicListing(ctx.db, id.toUpperCase(), ctx.tenant.sourceIds);
  return listing?.id ?? (await publicListing(ctx.db, id, ctx.tenant.sourceIds))?.id ?? null;
}

/** The matches of the filters, newest first. Calls a model server too: every search fails alike when it does not answer. */
async function newestListings(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { query, filters, refused, near }: SearchPlan,
): Promise<FoundListing[]> {
  if (ctx.models.provider === "server") await embedQuery(ctx, query || ANY_HOME);
  const { features } = ctx.search.vectors;
  const newest = (among: ListingFilters, isWanted: (id: number) => boolean = () => true) =>
    ctx.listings.index.best(
      among,
      { by: "list_date", descending: true },
      // The listing index has the features of feeds' fields, not those of descriptions.
      { limit: MAX_FILTERED, accepts: (id) => isWanted(id) && !features.hasAny(id, refused) },
    );
  const { unknownOf, ...strict } = filters;
  // Those of which all is known come first, and before them those near to the city that the query names.
  const all = unknownOf ? [...newest(strict), ...newest(filters)] : newest(filters);
  const ids = [...new Set([...(near ? newest(filters, (id) => near.has(id)) : []), ...all])];
  return ids.slice(0, MAX_FILTERED).map((id) => ({ id, ...EXACT_MATCH }));
}

async function rankedListings(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  plan: SearchPlan,
  required: readonly number[],
): Promise<FoundListing[]> {
  const { features, text } = plan.interpreted;
  const { wishes } = plan;
  const { candidates, words, model } = await findCandidates(
    ctx,
    { text, wishes, features, required, near: plan.near },
    plan.matching(),
  );
  const withoutMinimum = new Set(required);
  const hidesNone = Object.keys(plan.named).length > 0 || plan.interpreted.near.length > 0;
  const minimum = hidesNone ? 0 : MIN_SIMILARITY;
  const scored = candidates
    .map((candidate) => {
      const matched = words.flatMap(({ stem }, nth) => (candidate.ranks[nth] ? stem : []));
      const parts = scoreParts(candidate, { words, features: features.length, noise: model?.noise ?? 1 });
      const has = words.flatMap(({ wish, sought }, nth) => {
        if (!candidate.ranks[nth]) return [];
        return wish ?? sought.ways[0]?.stems[0] ?? [];
      });
      return {
        id: candidate.id,
        similarity: similarityOf(parts),
        parts,
        words: matched,
        has,
      };
    })
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
  const isHit = ({ id, similarity }: FoundListing) => similarity >= minimum || withoutMinimum.has(id);
  const hits = scored.filter(isHit);
  const missing = plan.isAnswerable ? FEWEST - hits.length : 0;
  const below = missing > 0 ? scored.filter((each) => !isHit(each)).slice(0, MAX_COMPARED_WEAK) : [];
  const found = [...hits, ...below];
  const ranked =
    model === builtinTextModel
      ? await rerank(ctx, { text, wishes, words, found, texts: plan.texts, matchText: plan.matchText })
      : found;
  if (below.length === 0) return ranked;
  const weak = new Set(below.map(({ id }) => id));
  return [
    ...ranked.filter(({ id }) => !weak.has(id)),
    ...ranked
      .filter(({ id, parts }) => weak.has(id) && hasSomething(parts))
      .slice(0, missing)
      .map(asWeak),
  ];
}

/** The meaning of a sentence that is unrelated. */
const MEANING_BY_CHANCE = 0.1;

/** Whether a listing has anything of a query: a word, or a sentence that is nearer than by chance. */
const hasSomething = ({ meaning, words }: FoundListing["parts"]) => words > 0 || meaning > MEANING_BY_CHANCE;

/** Below the minimum, however near its nearest sentence is. */
function asWeak(found: FoundListing): FoundListing {
  return { ...found, similarity: Math.min(found.similarity, MOST_OF_WEAK), isWeak: true };
}

/**
 * Of sources whose listings no model may read, those whose address has all words of the query (feeds.md, rule `ai`). Nothing else of
 * them is compared, so that they have no matched sentence.
 */
async function addressedListings(
  ctx: TenantContext<UsesListings>,
  { interpreted, filters, texts }: SearchPlan,
): Promise<FoundListing[]> {
  const { sources, index } = ctx.listings;
  const sourceIds = sources.addressesWithoutAi(ctx.tenant.sourceIds);
  const ids = await listingsAtAddress(ctx.db, interpreted.text, { sourceIds, limit: MAX_ADDRESSED });
  if (ids.length === 0) return [];
  const matching = index.matchingSet({ ...filters, sourceIds });
  const found = ids.filter((id) => matching.has(id));
  for (const id of found) texts.matched.set(id, null);
  return found.map((id) => ({ id, ...ADDRESS_MATCH }));
}

/** Embedded for a query of which nothing may be compared. */
const ANY_HOME = "home";

const ADDRESS_PARTS = { meaning: 0, words: 1, features: null };
const ADDRESS_MATCH: Omit<FoundListing, "id"> = {
  similarity: similarityOf(ADDRESS_PARTS),
  parts: ADDRESS_PARTS,
  words: [],
};

const EXACT_MATCH: Omit<FoundListing, "id"> = {
  similarity: 1,
  parts: { meaning: 1, words: 1, features: null },
  words: [],
};
