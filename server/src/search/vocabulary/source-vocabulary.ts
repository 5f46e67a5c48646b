import { isStopWord, withinEdits } from "../../models/index.ts";
import type { WordCounts } from "./count-words.ts";

/** In shorter words a changed letter is usually another word. */
const SHORTEST = 4;
/** The most frequent words of a set of sources that are kept; about 2 MB. */
const WORDS_KEPT = 20_000;

/** The words of the listings of some sources, counted in a sample of them. */
export class SourceVocabulary {
  /** How many listings the sources have. */
  readonly size: number;
  #sampled = 0;
  #stems = new Map<string, number>();
  #written = new Map<string, number>();
  #byInitial: Map<string, string[]> | null = null;

  constructor(size: number) {
    this.size = size;
  }

  add({ listings, written, stems }: WordCounts): void {
    this.#sampled += listings;
    for (const [word, count] of written) this.#written.set(word, (this.#written.get(word) ?? 0) + count);
    for (const [stem, count] of stems) this.#stems.set(stem, (this.#stems.get(stem) ?? 0) + count);
  }

  /** Keeps the most frequent words. */
  trim(): void {
    this.#written = mostFrequent(this.#written);
    this.#stems = mostFrequent(this.#stems);
  }

  /** The share of listings that have a stem, above 0 and below 1: of few listings none is certain. */
  shareOf(stem: string): number {
    return ((this.#stems.get(stem) ?? 0) + 0.5) / (this.#sampled + 1);
  }

  /**
   * The word of listings that is one slip from another: a letter that is missing, doubled or swapped rather than one that is replaced, and
   * the most frequent of several. Undefined without one, and of a word that listings have.
   */
  nearest(word: string): string | undefined {
    if (word.length < SHORTEST || !/^\p{L}+$/u.test(word) || this.#written.has(word)) return undefined;
    let best: string | undefined;
    let bestScore = 0;
    for (const other of this.#wordsFrom(word[0] as string)) {
      if (Math.abs(other.length - word.length) > 1 || !withinEdits(word, other, 1)) continue;
      const isReplaced = other.length === word.length && !isSwapped(word, other);
      const score = (this.#written.get(other) ?? 0) + (isReplaced ? 0 : this.#sampled + 1);
      if (score > bestScore) [best, bestScore] = [other, score];
    }
    return best;
  }

  /** Typos rarely change the first letter. */
  #wordsFrom(initial: string): readonly string[] {
    if (this.#byInitial === null) {
      this.#byInitial = new Map();
      for (const word of this.#written.keys()) {
        if (word.length < SHORTEST || isStopWord(word) || !/^\p{L}+$/u.test(word)) continue;
        const alike = this.#byInitial.get(word[0] as string);
        if (alike) alike.push(word);
        else this.#byInitial.set(word[0] as string, [word]);
      }
    }
    return this.#byInitial.get(initial) ?? [];
  }
}

const isSwapped = (one: string, other: string) => [...one].sort().join("") === [...other].sort().join("");

function mostFrequent(counts: Map<string, number>): Map<string, number> {
  if (counts.size <= WORDS_KEPT) return counts;
  return new Map([...counts].sort(([, one], [, other]) => other - one).slice(0, WORDS_KEPT));
}
