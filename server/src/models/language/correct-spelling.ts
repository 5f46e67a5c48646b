import { knownWords } from "./concepts.ts";
import { allowedEdits, withinEdits } from "./edit-distance.ts";
import { weightOf } from "./word-weights.ts";
import { type Word, wordsOf } from "./words.ts";

/** In shorter words, a typo often yields another word. */
const SHORTEST = 5;

/**
 * The query, with likely corrections added after unknown words (`vetrans` → `vetrans veterans`). The original word
 * stays, because it may be a name.
 */
export function correctSpelling(query: string): string {
  return [query, ...wordsOf(query).flatMap(meantBy)].join(" ");
}

/** Whether a word is in the thesaurus or one of the most frequent words. */
export function isKnown({ text, stem }: Word): boolean {
  return knownWords.stems.has(stem) || weightOf(text) < 1;
}

/** The nearest known words. The first letter must be equal: it is rarely mistyped, and `teach` is not `beach`. */
function meantBy(word: Word): string[] {
  if (word.text.length < SHORTEST || isKnown(word)) return [];
  for (let edits = 1; edits <= allowedEdits(word.text); edits++) {
    for (const known of knownWords.texts) {
      if (known[0] !== word.text[0] || known.length < SHORTEST) continue;
      if (withinEdits(word.text, known, edits)) return [known];
    }
  }
  return [];
}
