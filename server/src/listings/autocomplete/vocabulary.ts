import { allowedEdits, prefixWithinEdits, withinEdits } from "../../models/index.ts";

/** Shorter ones are not mended: each slip makes another word. */
const SHORTEST = 4;
const LETTERS = /^\p{L}+$/u;

/** The words that names are made of, each with how many names have it: what a misspelt word may have meant. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #counts: number[] = [];
  /** The letters of each, one bit a letter: most words are told apart by these alone. */
  readonly #letters: number[] = [];

  add(words: readonly string[], change: 1 | -1): void {
    for (const word of words) {
      if (word.length < SHORTEST || !LETTERS.test(word)) continue;
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
   * The words that were meant by one with slips of the hand, the likeliest first: fewest slips, the same first letter,
   * then the commonest. `begun`: it may be a beginning.
   */
  meantBy(word: string, begun: boolean, most: number): string[] {
    const edits = allowedEdits(word);
    if (edits === 0 || !LETTERS.test(word)) return [];
    const letters = lettersOf(word);
    const found: { word: string; edits: number; sameStart: boolean; count: number }[] = [];
    for (let number = 0; number < this.#words.length; number++) {
      // A letter that the word does not have takes an edit of its own.
      if (bits(letters & ~(this.#letters[number] as number)) > edits) continue;
      const count = this.#counts[number] as number;
      const known = this.#words[number] as string;
      if (count === 0 || known === word || known.length < word.length - edits) continue;
      const needed = editsBetween(word, known, begun, edits);
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

function editsBetween(word: string, known: string, begun: boolean, most: number): number | null {
  const within = begun ? prefixWithinEdits : withinEdits;
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
