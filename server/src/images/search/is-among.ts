/** Binary search: `enrichments` are sorted, and may be millions. */
export function isAmong(enrichments: Float64Array, id: number): boolean {
  let [from, to] = [0, enrichments.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((enrichments[middle] as number) < id) from = middle + 1;
    else to = middle;
  }
  return enrichments[from] === id;
}
