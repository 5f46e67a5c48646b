import { correctSpelling } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ListingTexts } from "../sentences/listing-texts.ts";
import type { UsesSearch } from "../services.ts";
import { type FoundListing, similarityOf } from "./score.ts";

/** The number of first results whose sentences are compared: some hundred sentences. */
const MAX_RERANKED = 30;
/** The weight of the nearest sentence in the meaning, beside the nearest passage. */
const SENTENCE_WEIGHT = 0.7;

/**
 * Ranks the first results again by their nearest sentence, best first. The builtin model's vector of a passage blurs its sentences;
 * other models need no second ranking.
 */
export async function rerank(
  ctx: Context<UsesSearch>,
  { text, found, texts }: { text: string; found: FoundListing[]; texts: ListingTexts },
): Promise<FoundListing[]> {
  const first = found.slice(0, MAX_RERANKED);
  const listings = await texts.factsAndDescriptions(first.map(({ id }) => id));
  const query = correctSpelling(text);
  const nearest = await ctx.search.sentences.run("scoreSentences", { query, listings }, ctx.signal);
  return found
    .map((listing, nth) => {
      const meaning = (1 - SENTENCE_WEIGHT) * listing.parts.meaning + SENTENCE_WEIGHT * (nearest[nth] ?? 0);
      const parts = { ...listing.parts, meaning: Math.min(1, meaning) };
      return { ...listing, parts, similarity: similarityOf(parts) };
    })
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
}
