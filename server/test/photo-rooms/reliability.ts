/** A thing that was found, with its confidence, and whether it is there. */
export type Judged = { key: string; confidence: number; isThere: boolean };

const BINS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01];

/** For each range of confidence: how many things were found, their mean confidence, and the share that is there. */
export function reliabilityTable(judged: readonly Judged[]): string {
  const lines = BINS.slice(0, -1).flatMap((from, nth) => {
    const to = BINS[nth + 1] as number;
    const within = judged.filter(({ confidence }) => confidence >= from && confidence < to);
    return within.length === 0 ? [] : [rowOf(`${from.toFixed(2)} to ${Math.min(1, to).toFixed(2)}`, within)];
  });
  return ["     confidence  found   mean  there", ...lines, rowOf("all", judged)].join("\n");
}

/** The same for each thing. */
export function thingsTable(judged: readonly Judged[]): string {
  const keys = [...new Set(judged.map(({ key }) => key))].sort();
  return keys
    .map((key) =>
      rowOf(
        key,
        judged.filter((each) => each.key === key),
      ),
    )
    .join("\n");
}

function rowOf(name: string, judged: readonly Judged[]): string {
  const mean = meanOf(judged.map(({ confidence }) => confidence));
  const share = meanOf(judged.map(({ isThere }) => (isThere ? 1 : 0)));
  return `${name.padStart(15)}${String(judged.length).padStart(7)}${mean.toFixed(3).padStart(7)}${share.toFixed(3).padStart(7)}`;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}
