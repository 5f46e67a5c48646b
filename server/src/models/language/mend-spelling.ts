import { knownWords } from "./concepts.ts";
import { forgivenEdits, withinEdits } from "./edit-distance.ts";
import { weightOf } from "./word-weights.ts";
import { type Word, wordsOf } from "./words.ts";

/** Below this, one letter makes another word. */
const SHORTEST = 5;

/**
 * A query, with the words of the trade that its unknown words may have meant (`vetrans` → `vetrans veterans`). What was
 * written stays: it may be a name.
 */
export function mendSpelling(query: string): string {
  return [query, ...wordsOf(query).flatMap(meantBy)].join(" ");
}

/** Whether a word stands for itself: it is in the thesaurus, or one of the commonest. */
export function isKnown({ text, stem }: Word): boolean {
  return knownWords.stems.has(stem) || weightOf(text) < 1;
}

/** The nearest known word. First letters are seldom wrong, and `teach` is not `beach`. */
function meantBy(word: Word): string[] {
  if (word.text.length < SHORTEST || isKnown(word)) return [];
  for (let edits = 1; edits <= forgivenEdits(word.text); edits++) {
    for (const known of knownWords.texts) {
      if (known[0] !== word.text[0] || known.length < SHORTEST) continue;
      if (withinEdits(word.text, known, edits)) return [known];
    }
  }
  return [];
}
