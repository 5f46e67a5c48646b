import { stemmer } from "stemmer";

/** A word as written (case-folded, without accents), and its stem. */
export type Word = { readonly text: string; readonly stem: string };

const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['’ʼ`]/g;
const WORD = /[\p{L}\p{N}]+\+?/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** The words of a text without case, accents and punctuation; `55+` keeps its plus, `buyer's` is one word. */
export function wordsOf(text: string): Word[] {
  return textsOf(text).map(wordOf);
}

/** As `wordsOf`, without the stems. */
export function textsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
  const plain = PLAIN.test(text) ? text : text.normalize("NFKD").replace(MARKS, "");
  return plain.toLowerCase().replace(APOSTROPHES, "");
}

const WORDS_KEPT = 20_000;
const MAX_KEPT_LENGTH = 40;
const kept = new Map<string, Word>();

/** Cached, because most words recur, and stemming is the most expensive step. */
function wordOf(text: string): Word {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const word = { text, stem: stemmer(text) };
  if (kept.size >= WORDS_KEPT) kept.clear();
  if (text.length <= MAX_KEPT_LENGTH) kept.set(text, word);
  return word;
}
