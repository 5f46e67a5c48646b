import { allowedEdits, textsOf, withinEdits } from "../../models/index.ts";

type IndexedName = { words: string[]; name: string };

/** Indexes names by first word, longest first; and by first letter, to correct typos. */
export class PlaceIndex {
  readonly #byFirstWord = new Map<string, IndexedName[]>();
  readonly #byInitial = new Map<string, (IndexedName & { text: string; letters: number })[]>();

  constructor(names: readonly string[], withoutWords: ReadonlySet<string> = new Set()) {
    for (const name of names) {
      const words = textsOf(name).filter((word, nth) => nth === 0 || !withoutWords.has(word));
      const [first] = words;
      if (first === undefined) continue;
      this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), { words, name }]);
      const text = words.join(" ");
      const key = initialKey(text, words.length);
      const alike = this.#byInitial.get(key) ?? [];
      alike.push({ words, name, text, letters: letterMask(text) });
      this.#byInitial.set(key, alike);
    }
    for (const named of this.#byFirstWord.values()) named.sort((a, b) => b.words.length - a.words.length);
  }

  /** Finds the longest name that starts at a word. */
  at(wordAt: (nth: number) => string | undefined): IndexedName | undefined {
    return this.#byFirstWord
      .get(wordAt(0) ?? "")
      ?.find(({ words }) => words.every((word, nth) => wordAt(nth) === word));
  }

  /** Finds the single name within the allowed edit distance; none when two are equally close. */
  nearest(words: readonly string[]): string | undefined {
    const text = words.join(" ");
    const edits = allowedEdits(text);
    if (edits === 0 || text.length < MIN_CORRECTABLE_LENGTH) return undefined;
    const letters = letterMask(text);
    const candidates = (this.#byInitial.get(initialKey(text, words.length)) ?? []).filter(
      (each) =>
        Math.abs(each.text.length - text.length) <= edits && countBits(each.letters ^ letters) <= 2 * edits,
    );
    for (let allowed = 1; allowed <= edits; allowed++) {
      const near = new Set(
        candidates.filter((each) => withinEdits(text, each.text, allowed)).map(({ name }) => name),
      );
      if (near.size > 0) return near.size === 1 ? [...near][0] : undefined;
    }
    return undefined;
  }
}

/** In shorter names a changed letter is usually another word. */
const MIN_CORRECTABLE_LENGTH = 5;

/** Typos rarely change the first letter. */
const initialKey = (text: string, words: number) => `${text[0]}${words}`;

/** One bit per letter that occurs: excludes most names without computing an edit distance. */
function letterMask(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function countBits(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

const indexes = new WeakMap<readonly string[], PlaceIndex>();

/** Built once per array. */
export function placeIndex(names: readonly string[]): PlaceIndex {
  const known = indexes.get(names);
  if (known) return known;
  const index = new PlaceIndex(names, new Set(["county", "parish"]));
  indexes.set(names, index);
  return index;
}
