import type { ListingProse } from "../../listings/index.ts";
import { expandAbbreviations, wordsOf } from "../../models/index.ts";
import type { TextsOfListings } from "../sentences/listing-texts.ts";

/** How many of some listings have each word, as written and as a stem. */
export type WordCounts = { listings: number; written: [string, number][]; stems: [string, number][] };

/** Longer ones are addresses of websites. */
const MAX_LENGTH = 24;

/** Counts the words of listings: of their descriptions and of the facts of their documents. Runs in a worker thread. */
export function countWords({ prose, facts }: TextsOfListings): WordCounts {
  const listings = JSON.parse(prose) as ListingProse[];
  const factsById = JSON.parse(facts) as Record<number, string>;
  const written = new Map<string, number>();
  const stems = new Map<string, number>();
  for (const { id, description } of listings) {
    const words = wordsOf(`${expandAbbreviations(description ?? "")} ${factsById[id] ?? ""}`).filter(
      ({ text }) => text.length <= MAX_LENGTH,
    );
    for (const text of new Set(words.map((word) => word.text)))
      written.set(text, (written.get(text) ?? 0) + 1);
    for (const stem of new Set(words.map((word) => word.stem))) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  return { listings: listings.length, written: [...written], stems: [...stems] };
}
