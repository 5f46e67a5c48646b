import {
  isKnown,
  listingFeatures,
  misleadingFeaturePhrases,
  misleadingTypePhrases,
  propertyTypes,
  purposes,
  type Word,
  wordsOf,
} from "../../models/index.ts";
import { isRealWord } from "../places/ordinary-words.ts";
import { PlaceIndex } from "../places/place-index.ts";

/** In shorter words a changed letter is usually another word. */
const MIN_CORRECTABLE_LENGTH = 6;

const written = [
  misleadingFeaturePhrases,
  misleadingTypePhrases,
  ...[...Object.values(listingFeatures), ...Object.values(propertyTypes)].map(({ words }) => words),
];
const words = wordsOf(written.join(" "));
/** Words of purposes are no typos of features: "pastry" is no pantry. */
const stems = new Set([...words, ...wordsOf(Object.keys(purposes).join(" "))].map(({ stem }) => stem));
const index = new PlaceIndex([
  ...new Set(words.map(({ text }) => text).filter((text) => text.length >= MIN_CORRECTABLE_LENGTH)),
]);

/** Whether a phrase of features, property types or purposes has a word. */
export const isVocabularyWord = ({ stem }: Word) => stems.has(stem);

/** Replaces typos of vocabulary words in a query: `basment`, `firepalce`. */
export function correctTypos<Kept extends Word>(clause: readonly Kept[]): Kept[] {
  return clause.map((word) => {
    if (
      word.text.length < MIN_CORRECTABLE_LENGTH ||
      stems.has(word.stem) ||
      isKnown(word) ||
      isRealWord(word.text)
    )
      return word;
    const meant = index.nearest([word.text]);
    return meant === undefined ? word : { ...word, ...wordsOf(meant)[0] };
  });
}
