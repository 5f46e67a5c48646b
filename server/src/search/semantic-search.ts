import { dayNumberByZone, type UsesListings, writeCard } from "../listings/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { findListings, totalOf } from "./ranking/find-listings.ts";
import { nearMissesOf } from "./ranking/near-misses.ts";
import { planSearch, type SearchPlan } from "./ranking/plan-search.ts";
import { explanationOf, type FoundListing } from "./ranking/score.ts";
import { interpretedOf } from "./ranking/unsatisfied.ts";
import { type ResultWithCard, withCards } from "./result-cards.ts";
import type { SearchTenant, SemanticQuery } from "./search.schemas.ts";
import type { UsesSearch } from "./services.ts";

/**
 * Listings that match a query in natural language, best first (SPEC: Search). Exact conditions of the query (a price, a place,
 * bedrooms) filter; the rest is compared by meaning, by words and by features.
 *
 * @throws AppError 422 for filters that contradict each other; 503 when the model does not answer.
 */
export async function semanticSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  input: SearchTenant & SemanticQuery,
): Promise<EncodedJson> {
  const { query, limit, explain, filters, brokerage_id: _, ...stated } = input;
  const plan = await planSearch(ctx, { query, stated, filters, matches: true });
  const found = await findListings(ctx, plan);
  const interpreted = interpretedOf(ctx, plan, found);
  const page = await firstPage(ctx, found, limit);
  const sentences = await matchedSentences(ctx, plan, page);
  const ends = { today: dayNumberByZone(ctx.clock.now()), sources: ctx.listings.sources };
  const results = page.map((listing) => {
    const { similarity } = listing;
    const more = JSON.stringify({
      similarity,
      similarity_score: similarity,
      ...(listing.isWeak && { weak: true }),
      ...(listing.unknown && { unknown: listing.unknown }),
      matched_text: sentences.get(listing.id) ?? null,
      ...(explain && { explanation: explanationOf(listing) }),
    });
    return `${writeCard(listing.card, ends).slice(0, -1)},${more.slice(1)}`;
  });
  const head = JSON.stringify({ query, interpreted });
  const misses = found.length === 0 ? nearMissesOf(ctx, plan) : null;
  const nearMisses = misses ? `,"near_misses":${JSON.stringify(misses)}` : "";
  return new EncodedJson(
    `${head.slice(0, -1)},"results":[${results.join(",")}],"total":${totalOf(plan, found)},"search_type":"semantic"${nearMisses}}`,
  );
}

/** The sentence of each listing that matches the query best; null for one that is gone. */
async function matchedSentences(
  ctx: TenantContext<UsesSearch>,
  { query, matchText, texts }: SearchPlan,
  page: readonly { id: number }[],
): Promise<ReadonlyMap<number, string | null>> {
  const missing = page.map(({ id }) => id).filter((id) => !texts.matched.has(id));
  if (missing.length > 0) {
    const task = { text: matchText ?? query, texts: await texts.proseOf(missing) };
    const matched = await ctx.search.sentences.run("matchTexts", task, ctx.signal);
    for (const [nth, sentence] of matched.entries()) texts.matched.set(missing[nth] as number, sentence);
  }
  return texts.matched;
}

/** The first results with their cards. A listing that was deleted meanwhile is replaced by the next one. */
async function firstPage(ctx: TenantContext<UsesListings>, found: readonly FoundListing[], limit: number) {
  const page: ResultWithCard<FoundListing>[] = [];
  for (let from = 0; from < found.length && page.length < limit; from += limit) {
    page.push(...(await withCards(ctx, found.slice(from, from + limit))));
  }
  return page.slice(0, limit);
}
