/** One key that was found: its product with the query, and which of its vectors reached it. */
export type Hit = { key: number; product: number; nth: number };

/** Keeps the best of all hits it is shown: the highest product, then the lowest key. A heap, its worst on top. */
export class BestKeys {
  readonly #most: number;
  readonly #heap: Hit[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** A product below this one cannot get in any more. */
  get floor(): number {
    return this.#heap.length < this.#most ? Number.NEGATIVE_INFINITY : (this.#heap[0] as Hit).product;
  }

  offer(key: number, product: number, nth: number): void {
    const hit = { key, product, nth };
    const heap = this.#heap;
    if (heap.length < this.#most) {
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
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!better(heap[above] as Hit, heap[at] as Hit)) return;
      [heap[above], heap[at]] = [heap[at] as Hit, heap[above] as Hit];
      at = above;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && better(heap[worst] as Hit, heap[below] as Hit)) worst = below;
      }
      if (worst === at) return;
      [heap[worst], heap[at]] = [heap[at] as Hit, heap[worst] as Hit];
      at = worst;
    }
  }
}

function better(one: Hit, other: Hit): boolean {
  return one.product === other.product ? one.key < other.key : one.product > other.product;
}
