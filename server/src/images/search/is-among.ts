/** `readings` are in order, and may be millions. */
export function isAmong(readings: Float64Array, id: number): boolean {
  let [from, to] = [0, readings.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((readings[middle] as number) < id) from = middle + 1;
    else to = middle;
  }
  return readings[from] === id;
}
