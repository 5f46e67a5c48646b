import type { ListingProse } from "../../listings/index.ts";
import {
  eachConcept,
  expandAbbreviations,
  weightOf,
  withoutEmptyWords,
  wordsOf,
} from "../../models/index.ts";
import { splitSentences } from "./split-sentences.ts";

/** The factor of a plain fact: of two equal sentences people prefer their agent's. */
const FACT_WEIGHT = 0.6;
/** The weight of a shared concept, relative to a shared word. */
const CONCEPT_WEIGHT = 0.8;

/**
 * The sentence of each listing that is most similar to the text: of its description, or one of its plain facts; null for a listing
 * that is missing. Compares words and concepts, whichever model ranks. Runs in a worker thread.
 */
export function matchSentences(text: string, listings: readonly (ListingProse | null)[]): (string | null)[] {
  const similarityOf = similarityTo(text);
  return listings.map((listing) => {
    if (!listing) return null;
    let best: { sentence: string | null; similarity: number } = { sentence: null, similarity: -1 };
    const offer = (sentence: string, weight: number) => {
      const similarity = weight * similarityOf(sentence);
      if (similarity > best.similarity) best = { sentence, similarity };
    };
    for (const sentence of splitSentences(listing.description ?? "")) offer(sentence, 1);
    for (const fact of plainFacts(listing)) offer(fact, FACT_WEIGHT);
    return best.sentence;
  });
}

/** A word or a concept of the text: its weight, and what the present sentence has of it. */
type Sought = { weight: number; sentence: number; found: number };

/** The weighted words and concepts of a text that a sentence shares. Facts recur among listings, and are compared once. */
function similarityTo(text: string): (sentence: string) => number {
  const queryWords = wordsOf(withoutEmptyWords(text));
  const stems = new Map(queryWords.map(({ stem, text }) => [stem, sought(weightOf(text))]));
  const concepts = new Map<number, Sought>();
  eachConcept(queryWords, (concept, weight) => {
    const known = concepts.get(concept);
    if (known) known.weight = Math.max(known.weight, weight);
    else concepts.set(concept, sought(weight));
  });
  const known = new Map<string, number>();
  const shared: Sought[] = [];
  let current = 0;
  const compare = (sentence: string) => {
    const words = wordsOf(expandAbbreviations(sentence));
    let sum = 0;
    current++;
    for (const { stem } of words) {
      const word = stems.get(stem);
      if (word === undefined || word.sentence === current) continue;
      word.sentence = current;
      sum += word.weight;
    }
    shared.length = 0;
    eachConcept(words, (number, weight) => {
      const concept = concepts.get(number);
      if (concept === undefined) return;
      if (concept.sentence !== current) shared.push(concept);
      concept.found = concept.sentence === current ? Math.max(concept.found, weight) : weight;
      concept.sentence = current;
    });
    for (const { found, weight } of shared) sum += CONCEPT_WEIGHT * Math.min(found, weight);
    // Prefers the shorter of two sentences that share the same words.
    return sum / (1 + words.length / 100);
  };
  return (sentence) => {
    let similarity = known.get(sentence);
    if (similarity === undefined) {
      similarity = compare(sentence);
      known.set(sentence, similarity);
    }
    return similarity;
  };
}

function sought(weight: number): Sought {
  return { weight, sentence: 0, found: 0 };
}

/** The feed's facts about a listing, one sentence each, in the feed's words. */
function plainFacts(listing: ListingProse): string[] {
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
