/** A word, number or sign of a text. */
export type Token = {
  /** Normalized: lower case, without accents and apostrophes. */
  text: string;
  /** As written, with its capitals. */
  written: string;
  /** Position in the text; `to` is exclusive. */
  from: number;
  to: number;
  /** The value of a number in digits. */
  value: number | null;
  /** Whether it follows the previous token without a space: `450k`, `3bd`. */
  glued: boolean;
};

// Linear: every alternative consumes at least one character, and no two match the same text.
const TOKEN =
  /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d{1,6})?|\d{1,15}(?:\.\d{1,6})?|(?<![\p{L}\p{N}])\.\d{1,6}|[¼½¾]|\p{L}(?:[\p{L}\p{M}]|['’ʼ`](?=\p{L}))*|\S/gu;
const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['’ʼ`]/g;
const FRACTIONS: Record<string, number> = { "¼": 0.25, "½": 0.5, "¾": 0.75 };

export function tokenize(text: string): Token[] {
  let end = -1;
  return [...text.matchAll(TOKEN)].map(([written], nth, all) => {
    const from = (all[nth] as RegExpExecArray).index;
    const token = {
      text: written.length > 1 ? folded(written) : written.toLowerCase(),
      written,
      from,
      to: from + written.length,
      value: numberOf(written),
      glued: from === end,
    };
    end = token.to;
    return token;
  });
}

function folded(word: string): string {
  return word.normalize("NFKD").replace(MARKS, "").toLowerCase().replace(APOSTROPHES, "");
}

function numberOf(written: string): number | null {
  const fraction = FRACTIONS[written];
  if (fraction !== undefined) return fraction;
  return /^[\d.]/.test(written) && /\d/.test(written) ? Number(written.replaceAll(",", "")) : null;
}

/** Whether these words start at `at`. */
export function matchesAt(tokens: readonly Token[], index: number, words: readonly string[]): boolean {
  return words.every((word, nth) => tokens[index + nth]?.text === word);
}

/** Finds the longest phrase that starts, or ends, at a token. */
export class PhraseTable<Meaning> {
  readonly #first = new Map<string, { words: string[]; meaning: Meaning }[]>();
  readonly #last = new Map<string, { words: string[]; meaning: Meaning }[]>();

  /** `phrases`: pairs of a meaning and its comma-separated phrases. */
  constructor(phrases: Iterable<readonly [Meaning, string]>) {
    for (const [meaning, list] of phrases)
      for (const phrase of list.split(",")) {
        const words = phrase.trim().split(/\s+/);
        this.#add(this.#first, words[0] as string, { words, meaning });
        this.#add(this.#last, words.at(-1) as string, { words, meaning });
      }
  }

  /** @returns the meaning, and the token after the phrase. */
  at(tokens: readonly Token[], index: number): { meaning: Meaning; next: number } | undefined {
    const found = this.#first
      .get(tokens[index]?.text ?? "")
      ?.find(({ words }) => matchesAt(tokens, index, words));
    return found && { meaning: found.meaning, next: index + found.words.length };
  }

  /** @returns the meaning, and the first token of the phrase. */
  before(tokens: readonly Token[], index: number): { meaning: Meaning; from: number } | undefined {
    const found = this.#last
      .get(tokens[index - 1]?.text ?? "")
      ?.find(({ words }) => index >= words.length && matchesAt(tokens, index - words.length, words));
    return found && { meaning: found.meaning, from: index - found.words.length };
  }

  #add(
    phrases: Map<string, { words: string[]; meaning: Meaning }[]>,
    word: string,
    phrase: { words: string[]; meaning: Meaning },
  ): void {
    const known = phrases.get(word) ?? [];
    known.push(phrase);
    known.sort((a, b) => b.words.length - a.words.length);
    phrases.set(word, known);
  }
}
