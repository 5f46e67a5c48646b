/** The words with the greatest counts, of any number of words. */
export class MostFrequent {
  readonly #limit: number;
  #words: number[] = [];
  #counts: number[] = [];
  #least = 1;
  #full: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#full = 4 * limit;
  }

  /** A word with a smaller count is not among them. */
  get least(): number {
    return this.#least;
  }

  add(word: number, count: number): void {
    if (count < this.#least) return;
    this.#words.push(word);
    this.#counts.push(count);
    if (this.#words.length < this.#full) return;
    this.#drop();
    // Words of equal counts are kept, because their spelling decides.
    this.#full = Math.max(4 * this.#limit, 2 * this.#words.length);
  }

  /** By count, then by spelling. */
  top(spellingOf: (word: number) => string): { value: string; count: number }[] {
    this.#drop();
    const more: { value: string; count: number }[] = [];
    const equal: string[] = [];
    this.#words.forEach((word, nth) => {
      const count = this.#counts[nth] as number;
      if (count > this.#least) more.push({ value: spellingOf(word), count });
      else equal.push(spellingOf(word));
    });
    more.sort((a, b) => b.count - a.count || compareText(a.value, b.value));
    const last = equal.sort(compareText).slice(0, this.#limit - more.length);
    return [...more, ...last.map((value) => ({ value, count: this.#least }))];
  }

  #drop(): void {
    const sorted = Int32Array.from(this.#counts).sort();
    this.#least = Math.max(this.#least, sorted[sorted.length - this.#limit] ?? 0);
    const kept = this.#words
      .map((_, nth) => nth)
      .filter((nth) => (this.#counts[nth] as number) >= this.#least);
    this.#words = kept.map((nth) => this.#words[nth] as number);
    this.#counts = kept.map((nth) => this.#counts[nth] as number);
  }
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
