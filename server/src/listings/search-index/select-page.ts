/**
 * Of some ordinals with their keys and labels, those that sorting would put at [offset, offset + limit): smaller keys first, equal
 * ones by label. By quickselect, without sorting what comes before or after the page.
 */
export class PageSelection {
  #keys = new Float64Array(0);
  #labels = new Float64Array(0);
  #order = new Int32Array(0);

  /** @param labelOf differs for all ordinals. */
  page(
    ordinals: Int32Array,
    keyOf: (ordinal: number) => number,
    labelOf: (ordinal: number) => number,
    { offset, limit }: { offset: number; limit: number },
  ): number[] {
    const count = ordinals.length;
    const end = Math.min(offset + limit, count);
    if (offset >= end) return [];
    this.#reserve(count);
    for (let nth = 0; nth < count; nth++) {
      const ordinal = ordinals[nth] as number;
      this.#keys[nth] = keyOf(ordinal);
      this.#labels[nth] = labelOf(ordinal);
      this.#order[nth] = nth;
    }
    if (offset > 0) this.#select(offset, 0, count - 1);
    if (end < count) this.#select(end, offset, count - 1);
    const page = Array.from(this.#order.subarray(offset, end));
    page.sort((a, b) => this.#compare(a, b));
    return page.map((nth) => ordinals[nth] as number);
  }

  #compare(a: number, b: number): number {
    const [one, other] = [this.#keys[a] as number, this.#keys[b] as number];
    if (one !== other) return one < other ? -1 : 1;
    return (this.#labels[a] as number) - (this.#labels[b] as number);
  }

  /** Puts what belongs there at `place`, and what comes before it before it, among places [left, right]. */
  #select(place: number, from: number, to: number): void {
    const [keys, labels, order] = [this.#keys, this.#labels, this.#order];
    let left = from;
    let right = to;
    while (left < right) {
      const pivot = this.#medianOfThree(left, right);
      const pivotKey = keys[pivot] as number;
      const pivotLabel = labels[pivot] as number;
      let low = left;
      let high = right;
      while (low <= high) {
        while (isBefore(order[low] as number)) low++;
        while (isAfter(order[high] as number)) high--;
        if (low > high) break;
        const swapped = order[low] as number;
        order[low++] = order[high] as number;
        order[high--] = swapped;
      }
      if (place <= high) right = high;
      else if (place >= low) left = low;
      else return;

      function isBefore(nth: number): boolean {
        const key = keys[nth] as number;
        return key < pivotKey || (key === pivotKey && (labels[nth] as number) < pivotLabel);
      }

      function isAfter(nth: number): boolean {
        const key = keys[nth] as number;
        return key > pivotKey || (key === pivotKey && (labels[nth] as number) > pivotLabel);
      }
    }
  }

  #medianOfThree(left: number, right: number): number {
    const order = this.#order;
    let [a, b] = [order[left] as number, order[(left + right) >>> 1] as number];
    const c = order[right] as number;
    if (this.#compare(a, b) > 0) [a, b] = [b, a];
    if (this.#compare(b, c) <= 0) return b;
    return this.#compare(a, c) > 0 ? a : c;
  }

  #reserve(count: number): void {
    if (count <= this.#order.length) return;
    const length = Math.ceil(count * 1.5);
    this.#keys = new Float64Array(length);
    this.#labels = new Float64Array(length);
    this.#order = new Int32Array(length);
  }
}
