import type { DescribedListing } from "../../listings/index.ts";
import { matchSentences } from "./match-sentences.ts";
import { scoreSentences } from "./score-sentences.ts";

// The functions that SentenceThreads runs in worker threads.
export { matchSentences };

export type FirstResults = {
  /** The query with corrected spelling. */
  query: string;
  listings: readonly (DescribedListing | null)[];
  /** The facts of each listing's document. */
  facts: readonly string[];
  /** Matches sentences with this text too; null: without matched sentences. */
  matchText: string | null;
};

/** The score of each listing's nearest sentence, and its sentence that matches best. */
export async function compareFirst({ query, listings, facts, matchText }: FirstResults) {
  const texts = listings.map((listing, nth) =>
    listing === null ? [] : [facts[nth] as string, listing.description ?? ""],
  );
  return {
    scores: await scoreSentences(query, texts),
    matched: matchText === null ? [] : matchSentences({ text: matchText, listings }),
  };
}
