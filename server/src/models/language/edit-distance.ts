/**
 * Whether the edit distance is at most `edits`: insertions, deletions, substitutions and swaps of neighbouring letters
 * (optimal string alignment).
 */
export function withinEdits(one: string, other: string, edits: number): boolean {
  if (Math.abs(one.length - other.length) > edits) return false;
  const last = lastRow(one, other, edits);
  return last !== null && (last[other.length] as number) <= edits;
}

/** Whether `one` is within `edits` of a prefix of `other`. */
export function prefixWithinEdits(one: string, other: string, edits: number): boolean {
  const last = lastRow(one, other.slice(0, one.length + edits), edits);
  return last?.some((needed) => needed <= edits) ?? false;
}

/** The distances from `one` to each prefix of `other`; null when all exceed `edits`. */
function lastRow(one: string, other: string, edits: number): number[] | null {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > edits) return null;
    beforeLast = last;
    last = current;
  }
  return last;
}

/** The number of typos accepted in a word of that length: in a short word, each typo yields another word. */
export function allowedEdits(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 9 ? 1 : 2;
}
