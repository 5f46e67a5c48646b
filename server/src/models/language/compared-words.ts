import { phraseLengthAt } from "./concepts.ts";
import { isEmptyWord } from "./empty-words.ts";
import { wordsOf } from "./words.ts";

/** The words of a query that carry something, as they are compared. A phrase of the thesaurus stays whole: "aging in place". */
export function withoutEmptyWords(text: string): string {
  const words = wordsOf(text);
  const kept: string[] = [];
  for (let index = 0; index < words.length; ) {
    const length = Math.max(1, phraseLengthAt(words, index));
    const phrase = words.slice(index, index + length).map((word) => word.text);
    if (length > 1 || !isEmptyWord(phrase[0] as string)) kept.push(...phrase);
    index += length;
  }
  return kept.join(" ");
}
