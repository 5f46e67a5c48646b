import { type Word, wordsOf } from "../../../platform/models/language/words.ts";

/** A phrase that stands in a text: what it names (nothing where it misleads), and whether the text denies it. */
export type Found = { key: string | null; denied: boolean };

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
]);
/** They count for nothing: "without a fireplace or a garage". */
const BETWEEN = new Set(["a", "an", "the", "or", "nor", "any"]);
/** "Not only a pool" has one; "no stairs but a garage" has the garage. */
const ENDS_OF_NEGATION = new Set(["but", "only", "just", "with", "has", "plus"]);
const CLAUSES = /(?:\.(?!\d)|[,;:!?()\n\r|•])+|\s[-–—]\s/u;
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
      if (phrase) found.push({ key: phrase.key, denied: isDenied(words, at) });
      at += phrase?.stems.length ?? 1;
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

/** Whether one of the words before takes back what begins at `at`. */
export function isDenied(words: readonly Word[], at: number): boolean {
  let passed = 0;
  for (let before = at - 1; before >= 0 && passed < REACH; before--) {
    const { text } = words[before] as Word;
    if (ENDS_OF_NEGATION.has(text)) return false;
    if (NEGATIONS.has(text)) return true;
    if (!BETWEEN.has(text)) passed++;
  }
  return false;
}
