export type Band = { min: number; max: number; count: number };

/**
 * What is wrong with the bands of a facet; null: nothing. They ascend, none is empty, each has the count that it gives as a filter, and
 * together they have every value.
 *
 * @param values the known ones of the listings that match.
 */
export function wrongBands(values: readonly number[], bands: readonly Band[]): string | null {
  let end = -Infinity;
  let counted = 0;
  for (const { min, max, count } of bands) {
    if (!(min > end && max >= min)) return `${min} to ${max} does not follow ${end}`;
    const found = values.filter((value) => value >= min && value <= max).length;
    if (found !== count || count === 0) return `${min} to ${max} has ${found}, not ${count}`;
    end = max;
    counted += count;
  }
  return counted === values.length ? null : `${counted} of ${values.length} are in bands`;
}
