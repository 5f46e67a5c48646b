/** One key that was found: its product with the query, and which of its vectors reached it. */
export type Hit = { key: number; product: number; nth: number };

/** The best `limit` hits: highest product first, then lowest key. A heap with the worst hit on top. */
export class BestKeys {
  readonly #limit: number;
  readonly #heap: Hit[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A product below this one cannot get in any more. */
  get floor(): number {
    return this.#heap.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.#heap[0] as Hit).product;
  }

  offer(key: number, product: number, nth: number): void {
    const hit = { key, product, nth };
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(hit);
      this.#rise(heap.length - 1);
    } else if (better(hit, heap[0] as Hit)) {
      heap[0] = hit;
      this.#sink();
    }
  }

  /** Best first. */
  sorted(): Hit[] {
    return this.#heap.toSorted((one, other) => (better(one, other) ? -1 : 1));
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let index = from; index > 0; ) {
      const above = (index - 1) >> 1;
      if (!better(heap[above] as Hit, heap[index] as Hit)) return;
      [heap[above], heap[index]] = [heap[index] as Hit, heap[above] as Hit];
      index = above;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let index = 0; ; ) {
      let worst = index;
      for (const below of [2 * index + 1, 2 * index + 2]) {
        if (below < heap.length && better(heap[worst] as Hit, heap[below] as Hit)) worst = below;
      }
      if (worst === index) return;
      [heap[worst], heap[index]] = [heap[index] as Hit, heap[worst] as Hit];
      index = worst;
    }
  }
}

function better(one: Hit, other: Hit): boolean {
  return one.product === other.product ? one.key < other.key : one.product > other.product;
}
