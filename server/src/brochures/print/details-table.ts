import type { Brochure } from "../brochure.ts";
import { MUTED, RULE } from "./colors.ts";
import type { Block } from "./columns.ts";
import { breakAtMost } from "./lines.ts";
import type { Paper, Style } from "./paper.ts";

const LEADING = 10.5;
const LABEL_WIDTH = 68;
const labelStyle: Style = { font: "sans", size: 8.2, color: MUTED };
const valueStyle: Style = { font: "medium", size: 8.4 };

/** One block for each row: the label on the left, the value on the right, a thin rule below. */
export function detailBlocks(paper: Paper, details: Brochure["details"], width: number): Block[] {
  return details.map(({ label, value }) => {
    const lines = breakAtMost(paper, value, width - LABEL_WIDTH, valueStyle, 3);
    const height = lines.length * LEADING + 5;
    return {
      height,
      draw(x: number, y: number) {
        paper.write(label, x, y + 9, labelStyle);
        paper.writeLines(lines, { x: x + width, y: y + 9, leading: LEADING }, valueStyle, "right");
        paper.rule(x, y + height - 1.5, width, RULE);
      },
    };
  });
}
