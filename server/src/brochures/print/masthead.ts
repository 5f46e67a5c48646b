import type { Brochure, Pictures } from "../brochure.ts";
import type { Colors } from "./colors.ts";
import { fitLines, shorten } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";

export const MASTHEAD_HEIGHT = 58;
const BAR = 5;
const LOGO = { width: 150, height: 36 };
const nameChoices = [
  { style: { font: "serif", size: 16 } as Style, most: 1 },
  { style: { font: "serif", size: 12 } as Style, most: 2 },
  { style: { font: "serif", size: 9 } as Style, most: 3 },
];
const statusStyle: Style = { font: "medium", size: 8, tracking: 0.8 };

/** The head of the front page: the brokerage and the listing's status. */
export function drawMasthead(paper: Paper, brochure: Brochure, logo: Pictures["logo"], colors: Colors): void {
  paper.fill({ x: 0, y: 0, width: PAGE.width, height: BAR }, colors.ink);
  const middle = BAR + (MASTHEAD_HEIGHT - BAR) / 2;
  const statusWidth = drawStatus(paper, brochure.status, middle, colors);

  let x: number = PAGE.margin;
  if (logo) {
    paper.wholePicture(logo, { x, y: middle - LOGO.height / 2, ...LOGO }, "left");
    if (!brochure.brokerage.nameBesideLogo) return;
    x += logo.width * Math.min(LOGO.width / logo.width, LOGO.height / logo.height) + 12;
  }
  const width = PAGE.margin + CONTENT_WIDTH - statusWidth - 20 - x;
  const { lines, style } = fitLines(paper, brochure.brokerage.name, width, nameChoices);
  const leading = style.size * 1.15;
  const first = middle - (lines.length * leading) / 2 + style.size * 0.88;
  paper.writeLines(lines, { x, y: first, leading }, { ...style, color: colors.ink });
}

function drawStatus(paper: Paper, status: string, middle: number, colors: Colors): number {
  const text = shorten(paper, status.toUpperCase(), 150, statusStyle);
  const width = paper.widthOf(text, statusStyle) + 18;
  const right = PAGE.width - PAGE.margin;
  paper.document
    .roundedRect(right - width, middle - 9, width, 18, 9)
    .lineWidth(1)
    .stroke(colors.ink);
  paper.write(text, right - width / 2 + 0.4, middle + 2.9, { ...statusStyle, color: colors.ink }, "center");
  return width;
}
