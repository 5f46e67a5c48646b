/** A name for comparisons: in lower case, without accents and punctuation, and without spaces between letters. */
export type NormalizedName = {
  key: string;
  /** Where its words begin in the key. */
  starts: number[];
  words: string[];
};

const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_WORDS = /[a-z0-9]+/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * `Coeur d'Alene` → `coeurdalene`, so that spaces within it do not matter. Beside a digit a space stays: `12 3rd St` is
 * not `123 Rd St`.
 */
export function normalizeName(name: string): NormalizedName {
  return normalizeWords(wordsOf(name));
}

export function normalizeWords(words: string[]): NormalizedName {
  const starts: number[] = [];
  let key = "";
  for (const word of words) {
    if (key !== "" && (isDigit(key, key.length - 1) || isDigit(word, 0))) key += " ";
    starts.push(key.length);
    key += word;
  }
  return { key, starts, words };
}

export function wordsOf(name: string): string[] {
  const lower = name.toLowerCase();
  if (PLAIN.test(lower)) return lower.match(PLAIN_WORDS) ?? [];
  return lower.normalize("NFD").replaceAll(/\p{M}/gu, "").match(WORDS) ?? [];
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/** A listing's id without dashes and spaces, which visitors leave out. */
export function normalizeId(id: string): string {
  return wordsOf(id).join("");
}
