import { forgivenEdits, textsOf, withinEdits } from "../../models/index.ts";

type Named = { words: string[]; name: string };

/** Names by their first word, longer ones first; and by first letter, for those that are misspelt. */
export class PlaceIndex {
  readonly #byFirstWord = new Map<string, Named[]>();
  readonly #byInitial = new Map<string, (Named & { text: string; letters: number })[]>();

  constructor(names: readonly string[], withoutWords: ReadonlySet<string> = new Set()) {
    for (const name of names) {
      const words = textsOf(name).filter((word, nth) => nth === 0 || !withoutWords.has(word));
      const [first] = words;
      if (first === undefined) continue;
      this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), { words, name }]);
      const text = words.join(" ");
      const key = initialKey(text, words.length);
      const alike = this.#byInitial.get(key) ?? [];
      alike.push({ words, name, text, letters: lettersOf(text) });
      this.#byInitial.set(key, alike);
    }
    for (const named of this.#byFirstWord.values()) named.sort((a, b) => b.words.length - a.words.length);
  }

  /** The longest name that begins at a word. */
  at(wordAt: (nth: number) => string | undefined): Named | undefined {
    return this.#byFirstWord
      .get(wordAt(0) ?? "")
      ?.find(({ words }) => words.every((word, nth) => wordAt(nth) === word));
  }

  /** The only name that these words can be a slip of; none if two are as near. */
  nearest(words: readonly string[]): string | undefined {
    const text = words.join(" ");
    const edits = forgivenEdits(text);
    if (edits === 0 || text.length < SHORTEST) return undefined;
    const letters = lettersOf(text);
    const candidates = (this.#byInitial.get(initialKey(text, words.length)) ?? []).filter(
      (each) =>
        Math.abs(each.text.length - text.length) <= edits && bitsIn(each.letters ^ letters) <= 2 * edits,
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

/** In shorter names one letter makes another word. */
const SHORTEST = 5;

/** First letters are seldom wrong. */
const initialKey = (text: string, words: number) => `${text[0]}${words}`;

/** A bit for each letter there is: most names are told apart by it without comparing them. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bitsIn(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

const indexes = new WeakMap<readonly string[], PlaceIndex>();

/** Made once for a list. */
export function placeIndex(names: readonly string[]): PlaceIndex {
  const known = indexes.get(names);
  if (known) return known;
  const index = new PlaceIndex(names, new Set(["county", "parish"]));
  indexes.set(names, index);
  return index;
}
