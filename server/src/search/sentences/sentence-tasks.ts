import type { ListingProse } from "../../listings/index.ts";
import type { SoughtTerm } from "./exact-words.ts";
import type { TextsOfListings } from "./listing-texts.ts";
import { matchSentences } from "./match-sentences.ts";
import { scoreSentences } from "./score-sentences.ts";

export { countWords } from "../vocabulary/count-words.ts";

// The functions that SentenceThreads runs in worker threads.

export type FirstResults = {
  /** The query with corrected spelling. */
  query: string;
  /** What is looked for in each sentence exactly. */
  sought: readonly SoughtTerm[];
  texts: TextsOfListings;
  /** Matches sentences with this text too; null: without matched sentences. */
  matchText: string | null;
};

/** The score of each listing's nearest sentence, the most that one has of what is sought, and the sentence that matches best. */
export function compareFirst({ query, sought, texts, matchText }: FirstResults) {
  const listings = parseProse(texts);
  const facts = JSON.parse(texts.facts) as Record<number, string>;
  const compared = listings.map((listing) =>
    listing === null ? [] : [facts[listing.id] ?? "", listing.description ?? ""],
  );
  return {
    ...scoreSentences(query, sought, compared),
    matched: matchText === null ? [] : matchSentences(matchText, listings),
  };
}

/** The sentence of each listing that matches the text best. */
export function matchTexts({ text, texts }: { text: string; texts: TextsOfListings }): (string | null)[] {
  return matchSentences(text, parseProse(texts));
}

/** In the order of the ids; null for one that is gone. */
function parseProse({ ids, prose }: TextsOfListings): (ListingProse | null)[] {
  const listings = new Map((JSON.parse(prose) as ListingProse[]).map((each) => [each.id, each]));
  return ids.map((id) => listings.get(id) ?? null);
}
