import { dayNumberByZone, type UsesListings, writeCard } from "../listings/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { findListings, understand } from "./ranking/find-listings.ts";
import { matchedSentences } from "./ranking/matched-sentences.ts";
import { explanationOf, type FoundListing } from "./ranking/score.ts";
import { checkFilters } from "./ranking/search-filters.ts";
import type { SearchTenant, SemanticQuery } from "./search.schemas.ts";
import type { UsesSearch } from "./services.ts";

/**
 * Listings that are like what plain words ask for, best first (SPEC: Search). What of the words can be decided exactly (a price,
 * a place, bedrooms) filters; the rest is compared by meaning, by words and by features.
 *
 * @throws AppError 422 for filters that contradict each other; 503 when the model does not answer.
 */
export async function semanticSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  input: SearchTenant & SemanticQuery,
): Promise<EncodedJson> {
  const { query, limit, explain, brokerage_id: _, ...stated } = input;
  checkFilters(stated);
  const understood = await understand(ctx, { query, stated });
  const { interpreted } = understood;
  const found = await findListings(ctx, understood);
  const page = await shown(ctx, found, limit);
  const sentences = await matchedSentences(ctx, interpreted.text || query, page);
  const today = dayNumberByZone(ctx.clock.now());
  const results = page.map((listing, nth) => {
    const { similarity } = listing;
    const more = JSON.stringify({
      similarity,
      similarity_score: similarity,
      matched_text: sentences[nth],
      ...(explain && { explanation: explanationOf(listing) }),
    });
    return `${writeCard(listing.card, today).slice(0, -1)},${more.slice(1)}`;
  });
  const head = JSON.stringify({ query, interpreted });
  return new EncodedJson(
    `${head.slice(0, -1)},"results":[${results.join(",")}],"total":${found.length},"search_type":"semantic"}`,
  );
}

/** The first ones, with their cards; a listing that has just gone is left out, and the next one comes in its place. */
async function shown(ctx: TenantContext<UsesListings>, found: FoundListing[], limit: number) {
  const page: (FoundListing & {
    card: NonNullable<Awaited<ReturnType<typeof ctx.listings.cards.cardsFor>>[number]>;
  })[] = [];
  for (let from = 0; from < found.length && page.length < limit; from += limit) {
    const part = found.slice(from, from + limit);
    const byId = new Map(part.map((listing) => [listing.id, listing]));
    const hits = ctx.listings.index.hitsOf(part.map(({ id }) => id));
    const cards = await ctx.listings.cards.cardsFor(ctx.db, hits);
    hits.forEach(({ id }, nth) => {
      const [listing, card] = [byId.get(id), cards[nth]];
      if (listing && card) page.push({ ...listing, card });
    });
  }
  return page.slice(0, limit);
}
