/** Numbers for words that repeat, and where on the map each word's listings lie. Words ignore case. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  readonly #extents: Extent[] = [];

  /** The word's number, given out on first sight. */
  numberOf(word: string | null): number {
    const key = (word ?? "").toLowerCase();
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      this.#spellings[known] = betterSpelling(this.#spellings[known] as string, word ?? "");
      return known;
    }
    const number = this.#extents.length;
    this.#numbers.set(key, number);
    this.#spellings.push(word ?? "");
    this.#extents.push({ minLat: Infinity, maxLat: -Infinity, minLng: Infinity, maxLng: -Infinity });
    return number;
  }

  /** In the best of the spellings seen, the same in every process. */
  spellingOf(number: number): string {
    return this.#spellings[number] as string;
  }

  find(word: string): number | undefined {
    return this.#numbers.get(word.toLowerCase());
  }

  /** Extents only grow: they are where a word's listings may be, which is all a search needs to skip the rest. */
  extend(number: number, lat: number, lng: number): void {
    const extent = this.extentOf(number);
    if (lat < extent.minLat) extent.minLat = lat;
    if (lat > extent.maxLat) extent.maxLat = lat;
    if (lng < extent.minLng) extent.minLng = lng;
    if (lng > extent.maxLng) extent.maxLng = lng;
  }

  extentOf(number: number): Extent {
    return this.#extents[number] as Extent;
  }
}

/** `Boise` rather than `BOISE`; of two that are as good, the one that sorts first. */
export function betterSpelling(a: string, b: string): string {
  if (a === b) return a;
  const isPlain = (word: string) => word === word.toUpperCase() || word === word.toLowerCase();
  if (isPlain(a) !== isPlain(b)) return isPlain(a) ? b : a;
  return a < b ? a : b;
}

export type Extent = { minLat: number; maxLat: number; minLng: number; maxLng: number };
