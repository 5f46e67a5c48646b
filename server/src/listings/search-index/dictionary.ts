/** Numbers for words that repeat. Words ignore case. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  #byName: number[] | null = null;

  /** @param spellings by number, of another dictionary. */
  constructor(spellings: readonly string[] = []) {
    for (const spelling of spellings) this.numberOf(spelling);
  }

  /** By number. */
  get spellings(): readonly string[] {
    return this.#spellings;
  }

  /** The word's number, given out on first sight. */
  numberOf(word: string | null): number {
    const key = (word ?? "").toLowerCase();
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      const spelling = betterSpelling(this.#spellings[known] as string, word ?? "");
      if (spelling !== this.#spellings[known]) this.#byName = null;
      this.#spellings[known] = spelling;
      return known;
    }
    const number = this.#spellings.length;
    this.#byName = null;
    this.#numbers.set(key, number);
    this.#spellings.push(word ?? "");
    return number;
  }

  /** In the best of the spellings seen, the same in every process. */
  spellingOf(number: number): string {
    return this.#spellings[number] as string;
  }

  find(word: string): number | undefined {
    return this.#numbers.get(word.toLowerCase());
  }

  /** Numbers given out so far. */
  get size(): number {
    return this.#spellings.length;
  }

  /** The numbers of all words but the empty one, by their spellings. */
  byName(): readonly number[] {
    this.#byName ??= this.#spellings
      .map((_, number) => number)
      .filter((number) => this.#spellings[number] !== "")
      .sort((a, b) => (this.spellingOf(a) < this.spellingOf(b) ? -1 : 1));
    return this.#byName;
  }
}

/** `Boise` rather than `BOISE`; of two that are as good, the one that sorts first. */
export function betterSpelling(a: string, b: string): string {
  if (a === b) return a;
  const isPlain = (word: string) => word === word.toUpperCase() || word === word.toLowerCase();
  if (isPlain(a) !== isPlain(b)) return isPlain(a) ? b : a;
  return a < b ? a : b;
}
