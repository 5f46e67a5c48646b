import { type Word, wordsOf } from "../../models/index.ts";

/** A phrase that stands in a text: what it names (nothing where it misleads), and whether the text denies it. */
export type Found = {
  key: string | null;
  denied: boolean;
  /** The word in its clause that denies it. */
  no: number | null;
  /** Its first word in its clause, and the word behind it. */
  from: number;
  to: number;
};

type Phrase = { stems: string[]; key: string | null };

/** How many words back a "no" still speaks of a phrase: "no community pool", "without a garage". */
const REACH = 3;
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
/** They count for nothing: "without a fireplace or a garage". */
const BETWEEN = new Set(["a", "an", "the", "or", "nor", "any"]);
/** "Not only a pool" has one; "no stairs but a garage" has the garage. */
const ENDS_OF_NEGATION = new Set(["but", "only", "just", "with", "has", "plus"]);
export const CLAUSES = /(?:\.(?!\d)|[,;:!?()\n\r|•])+|\s[-–—]\s/u;
/** Their point ends no clause: `St. Anthony`. */
const SHORTENED = /\b(st|ft|mt)\./gi;

/** Finds phrases of a vocabulary in texts: by stems, the longest one at a place, in time that grows with the text alone. */
export class PhraseFinder {
  readonly #byFirstStem = new Map<string, Phrase[]>();

  constructor(vocabulary: Iterable<readonly [key: string | null, words: string]>) {
    for (const [key, words] of vocabulary)
      for (const each of words.split(",")) this.#learn(wordsOf(each), key);
    for (const each of this.#byFirstStem.values()) each.sort((a, b) => b.stems.length - a.stems.length);
  }

  /** What the text names, in its order; a key may come several times. */
  find(text: string): Found[] {
    return clausesOf(text).flatMap((words) => this.findIn(words));
  }

  /** As `find`, in the words of one clause. `taken` are places that mean something else already, such as a city. */
  findIn(words: readonly Word[], taken?: ReadonlySet<number>): Found[] {
    const found: Found[] = [];
    for (let at = 0; at < words.length; ) {
      const phrase = taken?.has(at) ? undefined : this.#longestAt(words, at, taken);
      const to = at + (phrase?.stems.length ?? 1);
      if (phrase) {
        // "No garage needed" and "a pool is optional" neither want nor refuse it.
        const key = isLeftOpen(words, to) || isWaived(words, at) ? null : phrase.key;
        const no = denialAfter(words, at, found);
        found.push({ key, denied: no !== null, no, from: at, to });
      }
      at = to;
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

  #longestAt(words: readonly Word[], at: number, taken?: ReadonlySet<number>): Phrase | undefined {
    return this.#byFirstStem
      .get((words[at] as Word).stem)
      ?.find(({ stems }) =>
        stems.every((stem, nth) => words[at + nth]?.stem === stem && !taken?.has(at + nth)),
      );
  }
}

/** The words of each clause: a "no" does not reach over a comma. */
export function clausesOf(text: string): Word[][] {
  return text
    .replaceAll("(s)", "s")
    .replaceAll(SHORTENED, "$1 ")
    .split(CLAUSES)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

const OPEN = new Set(["optional", "needed", "necessary", "required", "unimportant"]);
const BEFORE_OPEN = new Set(["is", "are", "not"]);

/** Whether what follows a phrase says that it does not matter. */
function isLeftOpen(words: readonly Word[], at: number): boolean {
  let next = at;
  while (BEFORE_OPEN.has(words[next]?.text ?? "")) next++;
  return (
    OPEN.has(words[next]?.text ?? "") && (words[next]?.text === "optional" || isNegated(words, at, next))
  );
}

/** "Not needed", "no garage needed"; "a garage needed" wants one. */
function isNegated(words: readonly Word[], at: number, next: number): boolean {
  return words.slice(Math.max(0, at - REACH), next).some(({ text }) => text === "not" || text === "no");
}

/** They may stand between a "no" and a place: "not in Nampa". */
const BEFORE_PLACES = new Set(["in", "near", "around", "at", "from", "to"]);

/** The same of a place, which only a "no" right before it takes back: "no pool in Boise" is in Boise. */
export function isPlaceDenied(words: readonly Word[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const { text } = words[before] as Word;
    if (NEGATIONS.has(text)) return true;
    if (!BETWEEN.has(text) && !BEFORE_PLACES.has(text)) return false;
  }
  return false;
}

const NEEDS = new Set(["need", "needs", "require", "requires", "care"]);
const AFTER_NEEDS = new Set(["a", "an", "any", "the", "to", "have", "for", "about", "or"]);

/** "Doesn't need a pool", "no need for a garage": they neither want nor refuse it. */
function isWaived(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (AFTER_NEEDS.has(words[before]?.text ?? "")) before--;
  return NEEDS.has(words[before]?.text ?? "") && NEGATIONS.has(words[before - 1]?.text ?? "");
}

/**
 * The word that denies what begins at `at`, after the phrases before. A "no" that has denied one, or is part of it, speaks of no
 * further one ("no pool big yard", "no hoa condo") unless they are joined: "not looking for a condo or townhouse".
 */
function denialAfter(words: readonly Word[], at: number, found: readonly Found[]): number | null {
  const no = denialOf(words, at);
  const last = found.at(-1);
  if (!last) return no;
  let before = at - 1;
  while (/^(?:a|an|the|any)$/.test(words[before]?.text ?? "")) before--;
  const joint = before >= last.to ? words[before]?.text : undefined;
  const isOr = joint === "or" || joint === "nor";
  if (isOr && before === last.to && last.no !== null) return last.no;
  if (no === null || last.to <= no) return no;
  // "No pool and no stairs".
  if (NEGATIONS.has(words[at]?.text ?? "")) return null;
  return isOr || (joint === "and" && last.denied) ? no : null;
}

/** Whether one of the words before takes back what begins at `at`. */
export function isDenied(words: readonly Word[], at: number): boolean {
  return denialOf(words, at) !== null;
}

/** The first word that takes back what begins at `at`, or null. */
function denialOf(words: readonly Word[], at: number): number | null {
  let passed = 0;
  for (let before = at - 1; before >= 0 && passed < REACH; before--) {
    const { text } = words[before] as Word;
    // "Anything but a condo".
    if (text === "but" && words[before - 1]?.text.startsWith("any")) return before - 1;
    if (ENDS_OF_NEGATION.has(text)) return null;
    if (NEGATIONS.has(text)) return before;
    if (!BETWEEN.has(text)) passed++;
  }
  return null;
}
