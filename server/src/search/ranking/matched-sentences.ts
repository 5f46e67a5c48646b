import { type DescribedListing, describedListings } from "../../listings/index.ts";
import { eachConcept, type Word, weightOf, wordsOf } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { sentencesOf } from "./sentences.ts";

/** Of two sentences that say much the same, people would rather read their agent's than our list. */
const OF_FACTS = 0.6;
/** What a concept that both speak of is worth beside a word that both have. */
const CONCEPT = 0.8;

/**
 * For each listing the sentence about it that is most like the words: its agent's, or one of its plain facts; null of a listing
 * of which nothing is written. Compared by words and by concepts, whichever model ranks: hundreds of sentences in some
 * milliseconds.
 */
export async function matchedSentences(
  ctx: Context,
  text: string,
  listings: readonly { id: number }[],
): Promise<(string | null)[]> {
  const ids = listings.map(({ id }) => id);
  const described = new Map(
    (await describedListings(ctx.db, ids)).map((listing) => [listing.id, listing] as const),
  );
  const likeness = likenessTo(text);
  return ids.map((id) => {
    const listing = described.get(id);
    if (!listing) return null;
    const sentences = sentencesOf(listing.description ?? "").map((sentence) => ({ sentence, worth: 1 }));
    const known = plainFactsOf(listing).map((sentence) => ({ sentence, worth: OF_FACTS }));
    let best: { sentence: string | null; likeness: number } = { sentence: null, likeness: -1 };
    for (const { sentence, worth } of [...sentences, ...known]) {
      const reached = worth * likeness(sentence);
      if (reached > best.likeness) best = { sentence, likeness: reached };
    }
    return best.sentence;
  });
}

/** How much of what a text says a sentence says too: by the words, and by the concepts that the words name. */
function likenessTo(text: string): (sentence: string) => number {
  const queryWords = wordsOf(text);
  const stems = new Map(queryWords.map(({ stem, text }) => [stem, weightOf(text)]));
  const concepts = conceptsIn(queryWords);
  return (sentence) => {
    const words = wordsOf(sentence);
    let shared = 0;
    for (const stem of new Set(words.map((word) => word.stem))) shared += stems.get(stem) ?? 0;
    for (const [concept, weight] of conceptsIn(words)) {
      shared += CONCEPT * Math.min(weight, concepts.get(concept) ?? 0);
    }
    // Of two that say the same, the one that says little else.
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

/** The feed's statements about a listing, one sentence each, in the feed's words. */
function plainFactsOf(listing: DescribedListing): string[] {
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
