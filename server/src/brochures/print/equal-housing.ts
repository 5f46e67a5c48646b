import type { Paper } from "./paper.ts";

/** The Equal Housing Opportunity logo: a house with an equals sign. `size` is its width. */
export function drawEqualHousing(paper: Paper, x: number, y: number, size: number, color: string): void {
  const { document } = paper;
  const at = (dx: number, dy: number): [number, number] => [x + dx * size, y + dy * size];
  const outer = [at(0.5, 0), at(1, 0.3), at(1, 0.48), at(0.91, 0.48), at(0.91, 0.95), at(0.09, 0.95)];
  const inner = [at(0.5, 0.15), at(0.79, 0.33), at(0.79, 0.83), at(0.21, 0.83), at(0.21, 0.33)];
  document.polygon(...outer, at(0.09, 0.48), at(0, 0.48), at(0, 0.3));
  document.polygon(...inner).fill(color, "even-odd");
  for (const bar of [0.42, 0.6]) {
    const [left, top] = at(0.34, bar);
    document.rect(left, top, 0.32 * size, 0.1 * size).fill(color);
  }
}
