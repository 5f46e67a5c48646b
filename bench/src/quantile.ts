/** The value that a share of the values lies below; 0 where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle value, of an even number the upper one. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
