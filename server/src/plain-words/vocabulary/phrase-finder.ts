import { type Word, wordsOf } from "../../models/index.ts";

/** A phrase found in a text: its key (null for a misleading phrase), and whether the text denies it. */
export type Found = {
  key: string | null;
  denied: boolean;
  /** Index of the negating word in the clause. */
  negation: number | null;
  /** First word in the clause, and exclusive end. */
  from: number;
  to: number;
};

type Phrase = { stems: string[]; key: string | null };

/** How many words a negation reaches: "no community pool", "without a garage". */
const NEGATION_REACH = 3;
const NEGATIONS = new Set([
  "no",
  "not",
  "without",
  "never",
  "lacks",
  "lacking",
  "minus",
  "isnt",
  "doesnt",
  "avoid",
  "except",
  "neither",
  "nor",
  "dont",
  "hate",
  "zero",
]);
/** Words that do not count towards the reach: "without a fireplace or a garage". */
const BETWEEN = new Set(["a", "an", "the", "or", "nor", "any"]);
/** Words that end a negation: "not only a pool", "no stairs but a garage". */
const NEGATION_ENDS = new Set(["but", "only", "just", "with", "has", "plus"]);
export const CLAUSES = /(?:\.(?!\d)|[,;:!?()\n\r|•])+|\s[-–—]\s/u;
/** A dot after these abbreviations does not end a clause: `St. Anthony`. */
const DOTTED_ABBREVIATIONS = /\b(st|ft|mt)\./gi;

/** Finds vocabulary phrases by stems, the longest at each position, in linear time. */
export class PhraseFinder {
  readonly #byFirstStem = new Map<string, Phrase[]>();

  constructor(vocabulary: Iterable<readonly [key: string | null, words: string]>) {
    for (const [key, words] of vocabulary)
      for (const each of words.split(",")) this.#learn(wordsOf(each), key);
    for (const each of this.#byFirstStem.values()) each.sort((a, b) => b.stems.length - a.stems.length);
  }

  /** Finds the phrases of a text in order; a key may repeat. */
  find(text: string): Found[] {
    return clausesOf(text).flatMap((words) => this.findIn(words));
  }

  /** Like `find`, for one clause. `taken` are positions with another meaning, such as a city. */
  findIn(words: readonly Word[], taken?: ReadonlySet<number>): Found[] {
    const found: Found[] = [];
    for (let index = 0; index < words.length; ) {
      const phrase = taken?.has(index) ? undefined : this.#longestAt(words, index, taken);
      const to = index + (phrase?.stems.length ?? 1);
      if (phrase) {
        // "No garage needed" and "a pool is optional" neither want nor deny it.
        const key = isOptional(words, to) || isWaived(words, index) ? null : phrase.key;
        const no = negationAfter(words, index, found);
        found.push({ key, denied: no !== null, negation: no, from: index, to });
      }
      index = to;
    }
    return found;
  }

  #learn(words: Word[], key: string | null): void {
    const first = words[0];
    if (!first) return;
    const phrases = this.#byFirstStem.get(first.stem) ?? [];
    this.#byFirstStem.set(first.stem, phrases);
    phrases.push({ stems: words.map(({ stem }) => stem), key });
  }

  #longestAt(words: readonly Word[], index: number, taken?: ReadonlySet<number>): Phrase | undefined {
    return this.#byFirstStem
      .get((words[index] as Word).stem)
      ?.find(({ stems }) =>
        stems.every((stem, nth) => words[index + nth]?.stem === stem && !taken?.has(index + nth)),
      );
  }
}

/** Splits a text into clauses of words: a negation does not reach over a comma. */
export function clausesOf(text: string): Word[][] {
  return text
    .replaceAll("(s)", "s")
    .replaceAll(DOTTED_ABBREVIATIONS, "$1 ")
    .split(CLAUSES)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

const OPTIONAL_WORDS = new Set(["optional", "needed", "necessary", "required", "unimportant"]);
const BEFORE_OPTIONAL = new Set(["is", "are", "not"]);

/** Whether the words after a phrase make it optional. */
function isOptional(words: readonly Word[], index: number): boolean {
  let next = index;
  while (BEFORE_OPTIONAL.has(words[next]?.text ?? "")) next++;
  return (
    OPTIONAL_WORDS.has(words[next]?.text ?? "") &&
    (words[next]?.text === "optional" || isNegated(words, index, next))
  );
}

/** "Not needed", "no garage needed"; "a garage needed" wants one. */
function isNegated(words: readonly Word[], index: number, next: number): boolean {
  return words
    .slice(Math.max(0, index - NEGATION_REACH), next)
    .some(({ text }) => text === "not" || text === "no");
}

/** Words allowed between a negation and a place: "not in Nampa". */
const BEFORE_PLACES = new Set(["in", "near", "around", "at", "from", "to"]);

/** Whether a place is denied, which requires an adjacent negation: "no pool in Boise" is in Boise. */
export function isPlaceDenied(words: readonly Word[], index: number): boolean {
  for (let before = index - 1; before >= 0; before--) {
    const { text } = words[before] as Word;
    if (NEGATIONS.has(text)) return true;
    if (!BETWEEN.has(text) && !BEFORE_PLACES.has(text)) return false;
  }
  return false;
}

const NEEDS = new Set(["need", "needs", "require", "requires", "care"]);
const AFTER_NEEDS = new Set(["a", "an", "any", "the", "to", "have", "for", "about", "or"]);

/** Whether the words before make it optional: "doesn't need a pool", "no need for a garage". */
function isWaived(words: readonly Word[], index: number): boolean {
  let before = index - 1;
  while (AFTER_NEEDS.has(words[before]?.text ?? "")) before--;
  return NEEDS.has(words[before]?.text ?? "") && NEGATIONS.has(words[before - 1]?.text ?? "");
}

/**
 * The word that negates the phrase at `at`. A negation that has denied an earlier phrase, or is part of it, denies no
 * further one ("no pool big yard", "no hoa condo") unless they are joined: "not looking for a condo or townhouse".
 */
function negationAfter(words: readonly Word[], index: number, found: readonly Found[]): number | null {
  const no = negationOf(words, index);
  const last = found.at(-1);
  if (!last) return no;
  let before = index - 1;
  while (/^(?:a|an|the|any)$/.test(words[before]?.text ?? "")) before--;
  const joint = before >= last.to ? words[before]?.text : undefined;
  const isOr = joint === "or" || joint === "nor";
  if (isOr && before === last.to && last.negation !== null) return last.negation;
  if (no === null || last.to <= no) return no;
  // "No pool and no stairs".
  if (NEGATIONS.has(words[index]?.text ?? "")) return null;
  return isOr || (joint === "and" && last.denied) ? no : null;
}

/** Whether a word before `at` negates it. */
export function isDenied(words: readonly Word[], index: number): boolean {
  return negationOf(words, index) !== null;
}

/** The word that negates `at`, or null. */
function negationOf(words: readonly Word[], index: number): number | null {
  let passed = 0;
  let hasOwnArticle = false;
  for (let before = index - 1; before >= 0 && passed < NEGATION_REACH; before--) {
    const { text } = words[before] as Word;
    if (text === "and" && /^(?:a|an|the|some)$/.test(words[before + 1]?.text ?? "")) hasOwnArticle = true;
    // "No neighbors and a pool": "no" belongs to one noun, unlike "without".
    if (hasOwnArticle && text === "no") return null;
    // "Anything but a condo".
    if (text === "but" && words[before - 1]?.text.startsWith("any")) return before - 1;
    if (NEGATION_ENDS.has(text)) return null;
    if (NEGATIONS.has(text)) return before;
    if (!BETWEEN.has(text)) passed++;
  }
  return null;
}
