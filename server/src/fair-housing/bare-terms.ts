import { termGroups } from "./term-table.ts";
import { singularOf, type TextWord, wordSet } from "./words.ts";

/** Longer texts are sentences, of which a term is a part. */
const MAX_WORDS = 8;
/** Words that leave a text of terms one of terms: "Asian or Mexican", "the Irish". */
const JOINING = wordSet("a an the and or nor all any only mostly mainly not no");
/** Colors of things and styles of homes, which are searched for by their name alone: "white", "Spanish", "European". */
const OTHER_MEANINGS = wordSet(
  `white black brown colored coloured integrated american european spanish mediterranean french italian dutch scandinavian
  english moroccan`,
);

const phrases = termGroups
  .filter(({ when, category }) => when === "people" && /^(?:race|color|national_origin)$/.test(category))
  .flatMap(({ words }) => words.split(",").map((phrase) => phrase.trim().replaceAll("=", "")));
const wordsOfTerms = new Set(phrases.flatMap((phrase) => phrase.split(/\s+/).map(singularOf)));

/** Whether a term of people is a color of things or a style of homes too. */
export const isStyleOrColor = (phrase: string) => OTHER_MEANINGS.has(phrase);

/**
 * Whether a text is nothing but terms of race or national origin, of which this is one without another meaning: "Asian",
 * "Chinese or Korean". With another word it may describe a thing: "chinese elm", "irish pub".
 */
export function isBareTerm(words: readonly TextWord[], phrase: string): boolean {
  return (
    words.length <= MAX_WORDS &&
    !isStyleOrColor(phrase) &&
    words.every(({ text, singular }) => JOINING.has(text) || wordsOfTerms.has(singular)) &&
    phrases.some((each) => each.split(/\s+/).map(singularOf).join(" ") === phrase)
  );
}
