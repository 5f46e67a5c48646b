import type { Colors } from "./colors.ts";
import type { Block } from "./columns.ts";
import { breakLines } from "./lines.ts";
import type { Paper, Style } from "./paper.ts";

const MAX_FEATURES = 90;
const LEADING = 11.5;
const INDENT = 9;
const style: Style = { font: "sans", size: 8.6 };

/** One block for each feature, with a bullet; above the limit of ninety, a last line has the number of the others. */
export function featureBlocks(paper: Paper, features: string[], width: number, colors: Colors): Block[] {
  const shown = features.slice(0, MAX_FEATURES);
  const more = features.length - shown.length;
  const blocks = shown.map((feature) => {
    const lines = breakLines(paper, feature, width - INDENT, style);
    return {
      height: lines.length * LEADING + 2,
      draw(x: number, y: number) {
        paper.document.circle(x + 2, y + 5.6, 1.3).fill(colors.ink);
        paper.writeLines(lines, { x: x + INDENT, y: y + 8.4, leading: LEADING }, style);
      },
    };
  });
  if (more === 0) return blocks;
  const draw = (x: number, y: number) =>
    paper.write(`and ${more} more`, x + INDENT, y + 8.4, { ...style, color: colors.ink });
  return [...blocks, { height: LEADING + 2, draw }];
}
