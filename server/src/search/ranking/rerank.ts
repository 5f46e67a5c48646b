import { correctSpelling } from "../../models/index.ts";
import type { ComparedAs } from "../../plain-words/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ListingTexts } from "../sentences/listing-texts.ts";
import type { UsesSearch } from "../services.ts";
import { comparedText } from "./embed-query.ts";
import type { QueryWord } from "./query-words.ts";
import { type FoundListing, similarityOf } from "./score.ts";

/** The number of first results whose sentences are compared: some hundred sentences. */
const MAX_RERANKED = 30;
/** The weight of the nearest sentence in the meaning, beside the nearest passage. */
const SENTENCE_WEIGHT = 0.7;
/** The weight of the sentence that has the most of the query's very words, beside both. */
const EXACT_WEIGHT = 0.3;

type RerankInput = {
  text: string;
  wishes?: readonly ComparedAs[];
  /** What sentences are to have; none: only meanings are compared. */
  words?: readonly QueryWord[];
  found: FoundListing[];
  texts: ListingTexts;
  /** Matches the sentences of the first results with this text in the same task; null: without. */
  matchText: string | null;
};

/**
 * Ranks the first results again by their nearest sentence, best first. The builtin model's vector of a passage blurs its sentences;
 * other models need no second ranking.
 */
export async function rerank(
  ctx: Context<UsesSearch>,
  { text, wishes = [], words = [], found, texts, matchText }: RerankInput,
): Promise<FoundListing[]> {
  const first = found.slice(0, MAX_RERANKED);
  const ids = first.map(({ id }) => id);
  if (ids.length === 0) return found;
  const task = {
    query: correctSpelling(comparedText(text, wishes)),
    sought: words.map(({ sought }) => sought),
    texts: await texts.of(ids),
    matchText,
  };
  const exactWeight = words.length > 0 ? EXACT_WEIGHT : 0;
  const { scores, exact, matched } = await ctx.search.sentences.run("compareFirst", task, ctx.signal);
  for (const [nth, sentence] of matched.entries()) texts.matched.set(ids[nth] as number, sentence);
  return found
    .map((listing, nth) => {
      const alike = (1 - SENTENCE_WEIGHT) * listing.parts.meaning + SENTENCE_WEIGHT * (scores[nth] ?? 0);
      const meaning = (1 - exactWeight) * alike + exactWeight * (exact[nth] ?? 0);
      const parts = { ...listing.parts, meaning: Math.min(1, meaning) };
      return { ...listing, parts, similarity: similarityOf(parts) };
    })
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
}
