import type { MatchSet } from "../search-index/match-set.ts";
import type { RangeBitmaps } from "../search-index/range-bitmaps.ts";
import type { Tally } from "./tallies.ts";

/** About how many nanoseconds each takes. */
const COST = { word: 1.2, match: 20 };

type Column = { ranges: RangeBitmaps; column: Float64Array | Float32Array };

/**
 * Counts the numbers that matches have. Buckets whose numbers are all of one group are counted by their bitmaps; of the others each
 * listing is looked at.
 */
export function countNumbers(matches: MatchSet, { ranges, column }: Column, tally: Tally): void {
  const look = (ordinal: number) => {
    const value = column[ordinal] as number;
    if (!Number.isNaN(value)) tally.add(value);
  };
  const runs = runsOf(ranges, tally);
  if (matches.total * COST.match < runs.length * matches.comparedWords * COST.word) {
    for (const ordinal of matches.ordinals) look(ordinal);
    return;
  }
  let first = 0;
  let counted = 0;
  for (const { group, last } of runs) {
    const upTo = ranges.upTo(last);
    const through = matches.countIn(upTo);
    if (through > counted) {
      if (group !== null) tally.addMany(group, through - counted);
      else matches.visitDifference(upTo, first === 0 ? null : ranges.upTo(first - 1), look);
    }
    counted = through;
    first = last + 1;
  }
}

/** Buckets that follow one another and are of one group, or (null) each of several. */
type Run = { group: number | null; last: number };

function runsOf(ranges: RangeBitmaps, tally: Tally): Run[] {
  const runs: Run[] = [];
  for (let bucket = 0; bucket < ranges.buckets; bucket++) {
    const ends = ranges.endsOf(bucket);
    if (!ends) continue;
    const [first, last] = [tally.groupOf(ends.least), tally.groupOf(ends.greatest)];
    const group = first === last && !tally.isOpen(first) ? first : null;
    const run = runs.at(-1);
    if (run && run.group === group) run.last = bucket;
    else runs.push({ group, last: bucket });
  }
  return runs;
}
