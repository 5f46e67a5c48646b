import {
  isKnown,
  listingFeatures,
  misleadingFeaturePhrases,
  misleadingTypePhrases,
  propertyTypes,
  type Word,
  wordsOf,
} from "../../models/index.ts";
import { isRealWord } from "../places/ordinary-words.ts";
import { PlaceIndex } from "../places/place-index.ts";

/** In a shorter word one letter makes another word. */
const SHORTEST = 6;

const written = [
  misleadingFeaturePhrases,
  misleadingTypePhrases,
  ...[...Object.values(listingFeatures), ...Object.values(propertyTypes)].map(({ words }) => words),
];
const words = wordsOf(written.join(" "));
const stems = new Set(words.map(({ stem }) => stem));
const index = new PlaceIndex([
  ...new Set(words.map(({ text }) => text).filter((text) => text.length >= SHORTEST)),
]);

/** A query's words, with those of the vocabulary in place of what can only be a slip of one: `basment`, `firepalce`. */
export function mendWords<Kept extends Word>(clause: readonly Kept[]): Kept[] {
  return clause.map((word) => {
    if (word.text.length < SHORTEST || stems.has(word.stem) || isKnown(word) || isRealWord(word.text))
      return word;
    const meant = index.nearest([word.text]);
    return meant === undefined ? word : { ...word, ...wordsOf(meant)[0] };
  });
}
