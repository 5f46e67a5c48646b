/** A number, and how much it counts. */
export type Weighted = { value: number; weight: number };

/** Weighted quantile with linear interpolation. `sorted` must not be empty. */
export function quantile(sorted: readonly Weighted[], part: number): number {
  const wanted = part * sumOf(sorted);
  let passed = 0;
  let before: { value: number; middle: number } | null = null;
  for (const { value, weight } of sorted) {
    // Each value is placed at the middle of its own weight.
    const middle = passed + weight / 2;
    if (middle >= wanted) {
      if (before === null) return value;
      return before.value + ((value - before.value) * (wanted - before.middle)) / (middle - before.middle);
    }
    before = { value, middle };
    passed += weight;
  }
  return (sorted.at(-1) as Weighted).value;
}

/** The lowest value above the lowest `part` of the weight; always one of the values, never interpolated. */
export function lowestAbove(sorted: readonly Weighted[], part: number): number {
  const ignored = part * sumOf(sorted);
  let passed = 0;
  for (const { value, weight } of sorted) {
    passed += weight;
    if (passed > ignored) return value;
  }
  return (sorted.at(-1) as Weighted).value;
}

export function sumOf(values: readonly Weighted[]): number {
  return values.reduce((sum, { weight }) => sum + weight, 0);
}

/** Effective number of values: three views and a favorite count as fewer than four. */
export function countOf(values: readonly Weighted[]): number {
  const squares = values.reduce((sum, { weight }) => sum + weight * weight, 0);
  return squares > 0 ? sumOf(values) ** 2 / squares : 0;
}

export function sorted(values: readonly Weighted[]): Weighted[] {
  return values.toSorted((a, b) => a.value - b.value);
}
