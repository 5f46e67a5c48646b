import type { Brochure } from "../brochure.ts";
import { type Colors, MUTED } from "./colors.ts";
import { fitLines, shorten } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";

export const STRIP_HEIGHT = 50;
const MAX_WIDTH = 133;

const valueChoices = [19, 15, 12].map((size) => ({ style: { font: "serif", size } as Style, most: 1 }));
const labelStyle: Style = { font: "sans", size: 7.8, color: MUTED };

/** Price, rooms, area and other main numbers, side by side. */
export function drawFacts(paper: Paper, facts: Brochure["facts"], y: number, colors: Colors): void {
  paper.fill({ x: 0, y, width: PAGE.width, height: STRIP_HEIGHT }, colors.tint);
  const width = Math.min(CONTENT_WIDTH / facts.length, MAX_WIDTH);
  facts.forEach(({ value, label }, index) => {
    const x = PAGE.margin + index * width;
    if (index > 0) {
      paper.document.moveTo(x - 10, y + 13).lineTo(x - 10, y + STRIP_HEIGHT - 13);
      paper.document.lineWidth(0.6).stroke(colors.soft);
    }
    const { lines, style } = fitLines(paper, value, width - 16, valueChoices);
    paper.write(lines.join(" "), x, y + 26, { ...style, color: colors.ink });
    paper.write(shorten(paper, label, width - 16, labelStyle), x, y + 38, labelStyle);
  });
}
