import type { Brochure } from "../brochure.ts";
import { MUTED, RULE } from "./colors.ts";
import { breakAtMost } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";

const LEADING = 7.6;
const MARK = 19;
const SIDE = 92;
const BOTTOM = 24;
const usual: Style = { font: "sans", size: 6, color: MUTED };
const courtesyStyle: Style = { font: "medium", size: 6.8, color: MUTED };

/** The foot of every page: the listing brokerage, the presenting brokerage and the legal notices. */
export class SmallPrint {
  readonly #paper: Paper;
  readonly #prepared: string;
  readonly #lines: { text: string; style: Style }[];
  /** The upper edge. */
  readonly top: number;

  constructor(
    paper: Paper,
    { courtesy, brokerage, disclaimer, copyright, prepared }: Brochure["smallPrint"],
  ) {
    const width = CONTENT_WIDTH - MARK - 9 - SIDE;
    const set = (text: string, style: Style, most: number) =>
      breakAtMost(paper, text, width, style, most).map((line) => ({ text: line, style }));
    this.#paper = paper;
    this.#prepared = prepared;
    this.#lines = [
      ...set(courtesy ?? "", courtesyStyle, 3),
      ...set(brokerage, usual, 3),
      // A source's disclaimer has to be printed in full: at most 2,000 characters, and 500 of its copyright.
      ...set(disclaimer, usual, 20),
      ...set(copyright ?? "", usual, 5),
    ];
    this.top = PAGE.height - BOTTOM - this.#lines.length * LEADING - 8;
  }

  draw(page: number, pages: number): void {
    const paper = this.#paper;
    const right = PAGE.width - PAGE.margin;
    paper.rule(PAGE.margin, this.top, CONTENT_WIDTH, RULE);
    drawEqualHousing(paper, PAGE.margin, this.top + 8, MARK, MUTED);
    for (const [at, { text, style }] of this.#lines.entries()) {
      paper.write(text, PAGE.margin + MARK + 9, this.top + 14 + at * LEADING, style);
    }
    paper.write(`Page ${page} of ${pages}`, right, this.top + 14, courtesyStyle, "right");
    paper.write(this.#prepared, right, this.top + 14 + LEADING, usual, "right");
  }
}

/** The Equal Housing Opportunity logo: a house with an equals sign. `size` is its width. */
function drawEqualHousing(paper: Paper, x: number, y: number, size: number, color: string): void {
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
