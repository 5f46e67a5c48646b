import { stemmer } from "stemmer";

/** A word as it was written (folded) and its stem, by which its forms are one. */
export type Word = { text: string; stem: string };

const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['’ʼ`]/g;
const WORD = /[\p{L}\p{N}]+\+?/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** The words of a text: without case, accents and punctuation; `55+` keeps its plus, `buyer's` is one word. */
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

/** Remembered: a text's words are mostly words seen before, and stemming one costs more than all else about it. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
}
