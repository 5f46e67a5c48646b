import type { Brochure } from "../brochure.ts";
import { type Colors, WHITE } from "./colors.ts";
import { breakAtMost, fitLines } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";

const PADDING = 14;
const PRICE_WIDTH = 190;
const serif = (size: number): Style => ({ font: "serif", size, color: WHITE });

const headingChoices = [
  { style: serif(18), most: 2 },
  { style: serif(15), most: 3 },
  { style: serif(12), most: 4 },
  { style: serif(10), most: 6 },
];
const priceChoices = [26, 22, 18, 14].map((size) => ({ style: serif(size), most: 1 }));

/**
 * Address and price, white on the brokerage's colour. Measured in the constructor, because its height depends on the
 * address.
 */
export class TitlePanel {
  readonly height: number;
  readonly #paper: Paper;
  readonly #colors: Colors;
  readonly #heading: { lines: string[]; style: Style };
  readonly #below: string[];
  readonly #price: { lines: string[]; style: Style };
  readonly #note: string | null;

  constructor(paper: Paper, { address, price }: Brochure, colors: Colors) {
    const width = CONTENT_WIDTH - PRICE_WIDTH - 16;
    this.#paper = paper;
    this.#colors = colors;
    const [heading, below] = linesOf(address);
    this.#heading = fitLines(paper, heading, width, headingChoices);
    this.#below = breakAtMost(paper, below, width, this.#small, 3);
    this.#price = fitLines(
      paper,
      price.amount ?? "Price on request",
      PRICE_WIDTH,
      price.amount ? priceChoices : priceChoices.slice(2),
    );
    this.#note = price.note;
    const left = this.#heading.lines.length * this.#leading + this.#below.length * 13;
    this.height = Math.max(left, this.#price.style.size * 1.1 + (this.#note ? 14 : 0)) + 2 * PADDING;
  }

  draw(y: number): void {
    const paper = this.#paper;
    paper.fill({ x: 0, y, width: PAGE.width, height: this.height }, this.#colors.ink);
    const middle = y + this.height / 2;
    const leftHeight = this.#heading.lines.length * this.#leading + this.#below.length * 13;
    const top = middle - leftHeight / 2;
    const { lines: heading, style: headingStyle } = this.#heading;
    const headingY = top + headingStyle.size * 0.93;
    paper.writeLines(heading, { x: PAGE.margin, y: headingY, leading: this.#leading }, headingStyle);
    const belowY = top + heading.length * this.#leading + 10.5;
    paper.writeLines(this.#below, { x: PAGE.margin, y: belowY, leading: 13 }, this.#small);

    const right = PAGE.width - PAGE.margin;
    const { lines, style } = this.#price;
    const priceHeight = style.size * 0.72 + (this.#note ? 14 : 0);
    const baseline = middle - priceHeight / 2 + style.size * 0.72;
    paper.write(lines.join(" "), right, baseline, style, "right");
    if (this.#note) paper.write(this.#note, right, baseline + 14, { ...this.#small, size: 9 }, "right");
  }

  get #leading(): number {
    return this.#heading.style.size * 1.18;
  }

  get #small(): Style {
    return { font: "sans", size: 10, color: this.#colors.tint };
  }
}

/** The large line and the lines below it. */
function linesOf({ street, place }: Brochure["address"]): [string, string] {
  if (street !== null) return [street, place ?? ""];
  if (place !== null) return [place, "Street address available on request"];
  return ["Location available on request", ""];
}
