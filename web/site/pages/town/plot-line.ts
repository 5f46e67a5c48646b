/** A value of a month; null where too few homes are behind it. */
export type Point = { month: string; value: number | null /** Homes behind a median. */; n: number | null };

export const WIDTH = 320;
export const HEIGHT = 96;
const EDGE = 6;
/** Room above and below the line, as a share of its height. */
const MARGIN = 0.1;

/** A line's parts as `points` of SVG: a month without a value interrupts it. */
type PlotLine = { parts: string[]; dots: { x: number; y: number }[]; low: number; high: number };

/** Places the values of months into a drawing of `WIDTH` × `HEIGHT`. Null of fewer than two values. */
export function plotLine(points: readonly Point[]): PlotLine | null {
  const values = points.flatMap(({ value }) => value ?? []);
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || high || 1) * MARGIN;
  const x = (nth: number) => EDGE + (nth / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) =>
    HEIGHT - EDGE - ((value - low + margin) / (high - low + 2 * margin)) * (HEIGHT - 2 * EDGE);
  const parts: { x: number; y: number }[][] = [[]];
  for (const [nth, { value }] of points.entries()) {
    if (value === null) parts.push([]);
    else parts.at(-1)?.push({ x: rounded(x(nth)), y: rounded(y(value)) });
  }
  const full = parts.filter((part) => part.length > 0);
  return {
    parts: full
      .filter((part) => part.length > 1)
      .map((part) => part.map((at) => `${at.x},${at.y}`).join(" ")),
    dots: full.flatMap((part) => (part.length === 1 ? part : part.slice(-1))),
    low,
    high,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
