import { allowedEdits, prefixWithinEdits, withinEdits } from "../../models/index.ts";

/** Shorter words are not corrected: one edit makes another word of them. */
const MIN_WORD_LENGTH = 4;
const LETTERS = /^\p{L}+$/u;

/** The words of all names with the number of names that have each: the candidates for correcting a misspelt word. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #counts: number[] = [];
  /** The letters of each word, one bit a letter: excludes most words without comparing them. */
  readonly #letters: number[] = [];

  add(words: readonly string[], change: 1 | -1): void {
    for (const word of words) {
      if (word.length < MIN_WORD_LENGTH || !LETTERS.test(word)) continue;
      let number = this.#numbers.get(word);
      if (number === undefined) {
        number = this.#words.length;
        this.#numbers.set(word, number);
        this.#words.push(word);
        this.#counts.push(0);
        this.#letters.push(lettersOf(word));
      }
      this.#counts[number] = (this.#counts[number] as number) + change;
    }
  }

  has(word: string): boolean {
    const number = this.#numbers.get(word);
    return number !== undefined && (this.#counts[number] as number) > 0;
  }

  /**
   * Known words within a few edits of a misspelt one, best first: fewest edits, then the same first letter, then the most common.
   * `isPrefix`: the word may be incomplete.
   */
  corrections(word: string, isPrefix: boolean, most: number): string[] {
    const edits = allowedEdits(word);
    if (edits === 0 || !LETTERS.test(word)) return [];
    const letters = lettersOf(word);
    const found: { word: string; edits: number; sameStart: boolean; count: number }[] = [];
    for (let number = 0; number < this.#words.length; number++) {
      // Each letter that the known word lacks takes an edit.
      if (bits(letters & ~(this.#letters[number] as number)) > edits) continue;
      const count = this.#counts[number] as number;
      const known = this.#words[number] as string;
      if (count === 0 || known === word || known.length < word.length - edits) continue;
      const needed = editsBetween(word, known, isPrefix, edits);
      if (needed !== null) found.push({ word: known, edits: needed, sameStart: known[0] === word[0], count });
    }
    return found
      .sort(
        (one, other) =>
          one.edits - other.edits ||
          Number(other.sameStart) - Number(one.sameStart) ||
          other.count - one.count ||
          (one.word < other.word ? -1 : 1),
      )
      .slice(0, most)
      .map((each) => each.word);
  }
}

function editsBetween(word: string, known: string, isPrefix: boolean, most: number): number | null {
  const within = isPrefix ? prefixWithinEdits : withinEdits;
  for (let edits = 1; edits <= most; edits++) if (within(word, known, edits)) return edits;
  return null;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << ((word.charCodeAt(index) - 97 + 26) % 26);
  return letters;
}

function bits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
