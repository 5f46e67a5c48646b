import { stemmer } from "stemmer";

/** A word as written (case-folded, without accents), and its stem. */
export type Word = { text: string; stem: string };

const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['’ʼ`]/g;
const WORD = /[\p{L}\p{N}]+\+?/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** The words of a text without case, accents and punctuation; `55+` keeps its plus, `buyer's` is one word. */
export function wordsOf(text: string): Word[] {
  return textsOf(text).map((each) => ({ text: each, stem: stemOf(each) }));
}

/** As `wordsOf`, without the stems. */
export function textsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
  const plain = PLAIN.test(text) ? text : text.normalize("NFKD").replace(MARKS, "");
  return plain.toLowerCase().replace(APOSTROPHES, "");
}

const STEMS_KEPT = 20_000;
const stems = new Map<string, string>();

/** Cached, because most words recur, and stemming is the most expensive step. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
}
