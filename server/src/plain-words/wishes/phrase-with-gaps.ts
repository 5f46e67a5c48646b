import { isEmptyWord, isStopWord, type Word, wordsOf } from "../../models/index.ts";

/** Words of a query that may stand inside a phrase: "repair my two old cars". */
const MAX_BETWEEN = 2;
export const NEGATIONS = new Set(["no", "not", "without", "never", "dont", "hate", "tired"]);

/** A phrase by the stems of its words that carry something, and its meaning. */
export type GappedPhrase<Meaning> = { stems: string[]; meaning: Meaning };

/** Whether phrases are compared by a word: stop words and empty words may be left out or differ. */
function isCompared({ text }: Word): boolean {
  return NEGATIONS.has(text) || !(isStopWord(text) || isEmptyWord(text));
}

/** Finds phrases in order of their words, with some words in between; of several at a word, the one with the most words. */
export class GappedPhrases<Meaning> {
  readonly #byFirst = new Map<string, GappedPhrase<Meaning>[]>();

  constructor(phrases: Iterable<readonly [words: string, meaning: Meaning]>) {
    for (const [words, meaning] of phrases) {
      const all = wordsOf(words);
      const compared = all.some(isCompared) ? all.filter(isCompared) : all;
      const stems = compared.map(({ stem }) => stem);
      const first = stems[0];
      if (first === undefined) continue;
      const siblings = this.#byFirst.get(first) ?? [];
      siblings.push({ stems, meaning });
      siblings.sort((a, b) => b.stems.length - a.stems.length);
      this.#byFirst.set(first, siblings);
    }
  }

  /** @returns the meaning, and the word after the phrase. */
  at(words: readonly Word[], index: number): { meaning: Meaning; to: number; stems: string[] } | null {
    for (const { stems, meaning } of this.#byFirst.get(words[index]?.stem ?? "") ?? []) {
      const to = endOf(words, index, stems);
      if (to !== null) return { meaning, to, stems };
    }
    return null;
  }
}

function endOf(words: readonly Word[], index: number, stems: readonly string[]): number | null {
  let next = index + 1;
  for (const stem of stems.slice(1)) {
    let passed = 0;
    while (next < words.length && words[next]?.stem !== stem) {
      const word = words[next] as Word;
      if (NEGATIONS.has(word.text) || (isCompared(word) && ++passed > MAX_BETWEEN)) return null;
      next++;
    }
    if (next >= words.length) return null;
    next++;
  }
  return next;
}
