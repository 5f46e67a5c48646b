import type { Box, Paper } from "./paper.ts";

/** A line drawing of a house, for a listing without a photo. */
export function drawHouse(paper: Paper, box: Box, color: string): void {
  const { document } = paper;
  const width = Math.min(box.width, box.height * 1.5);
  const unit = width / 12;
  const left = box.x + (box.width - width) / 2;
  const ground = box.y + box.height;
  const at = (x: number, y: number): [number, number] => [left + x * unit, ground - y * unit];
  document.lineWidth(1.4).lineJoin("round").lineCap("round");
  const line = (...points: [number, number][]) => {
    const [first, ...others] = points.map(([x, y]) => at(x, y));
    document.moveTo(...(first as [number, number]));
    for (const point of others) document.lineTo(...point);
    document.stroke(color);
  };
  line([0, 0], [12, 0]);
  line([1.2, 4], [6, 7.6], [10.8, 4]);
  line([2.2, 4.7], [2.2, 0]);
  line([9.8, 4.7], [9.8, 0]);
  line([8.2, 6], [8.2, 7.4], [9.2, 7.4], [9.2, 5.2]);
  line([5.2, 0], [5.2, 2.6], [6.8, 2.6], [6.8, 0]);
  for (const window of [3.1, 7.5]) {
    line([window, 1.6], [window, 3.2], [window + 1.4, 3.2], [window + 1.4, 1.6], [window, 1.6]);
    line([window + 0.7, 1.6], [window + 0.7, 3.2]);
  }
  line([5.4, 4.4], [5.4, 5.4], [6.6, 5.4], [6.6, 4.4], [5.4, 4.4]);
}
