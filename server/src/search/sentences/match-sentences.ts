import type { DescribedListing } from "../../listings/index.ts";
import { eachConcept, type Word, weightOf, wordsOf } from "../../models/index.ts";
import { splitSentences } from "./split-sentences.ts";

/** The factor of a plain fact: of two equal sentences people prefer their agent's. */
const FACT_WEIGHT = 0.6;
/** The weight of a shared concept, relative to a shared word. */
const CONCEPT_WEIGHT = 0.8;

/**
 * The sentence of each listing that is most similar to the text: of its description, or one of its plain facts; null for a listing
 * that is missing. Compares words and concepts, whichever model ranks. Runs in a worker thread.
 */
export function matchSentences({
  text,
  listings,
}: {
  text: string;
  listings: readonly (DescribedListing | null)[];
}): (string | null)[] {
  const similarityOf = similarityTo(text);
  return listings.map((listing) => {
    if (!listing) return null;
    const own = splitSentences(listing.description ?? "").map((sentence) => ({ sentence, weight: 1 }));
    const facts = plainFacts(listing).map((sentence) => ({ sentence, weight: FACT_WEIGHT }));
    let best: { sentence: string | null; similarity: number } = { sentence: null, similarity: -1 };
    for (const { sentence, weight } of [...own, ...facts]) {
      const similarity = weight * similarityOf(sentence);
      if (similarity > best.similarity) best = { sentence, similarity };
    }
    return best.sentence;
  });
}

/** The weighted words and concepts of a text that a sentence shares. */
function similarityTo(text: string): (sentence: string) => number {
  const queryWords = wordsOf(text);
  const stems = new Map(queryWords.map(({ stem, text }) => [stem, weightOf(text)]));
  const concepts = conceptsIn(queryWords);
  return (sentence) => {
    const words = wordsOf(sentence);
    let shared = 0;
    for (const stem of new Set(words.map((word) => word.stem))) shared += stems.get(stem) ?? 0;
    for (const [concept, weight] of conceptsIn(words)) {
      shared += CONCEPT_WEIGHT * Math.min(weight, concepts.get(concept) ?? 0);
    }
    // Prefers the shorter of two sentences that share the same words.
    return shared / (1 + words.length / 100);
  };
}

function conceptsIn(words: Word[]): Map<number, number> {
  const concepts = new Map<number, number>();
  eachConcept(words, (concept, weight) =>
    concepts.set(concept, Math.max(weight, concepts.get(concept) ?? 0)),
  );
  return concepts;
}

/** The feed's facts about a listing, one sentence each, in the feed's words. */
function plainFacts(listing: DescribedListing): string[] {
  const { property_subtype, property_type, city, county, stories, garage_spaces, year_built } = listing;
  const what = property_subtype ?? property_type;
  const where = [city, county && `${county} County`].filter(Boolean).join(", ");
  return [
    `${what}${where && ` in ${where}`}.`,
    ...(stories ? [`Stories: ${stories}.`] : []),
    ...(garage_spaces ? [`Garage spaces: ${garage_spaces}.`] : []),
    ...(listing.lot_size_acres ? [`Lot: ${listing.lot_size_acres} acres.`] : []),
    ...(year_built ? [`Built in ${year_built}.`] : []),
    ...listing.features.map((feature) => `Features: ${feature}.`),
  ];
}
