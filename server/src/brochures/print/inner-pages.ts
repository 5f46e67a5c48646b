import type { Brochure, Pictures } from "../brochure.ts";
import { textBlocks } from "./body-text.ts";
import { type Colors, MUTED, RULE } from "./colors.ts";
import { type Block, drawColumns, drawHeading, fillColumns, HEADING_HEIGHT, heightOf } from "./columns.ts";
import { featureBlocks } from "./feature-list.ts";
import type { Rest } from "./front-page.ts";
import { shorten } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";
import { type PhotoRow, photoRows, ROW_GAP } from "./photo-rows.ts";

const TOP = 58;
const GAP = 22;
const GUTTER = 28;
const MIN_TEXT_HEIGHT = 60;
const MORE_HEIGHT = 20;
const CONTINUED = ", continued";
const firmStyle: Style = { font: "medium", size: 8 };
const subjectStyle: Style = { font: "sans", size: 8, color: MUTED };
const moreStyle: Style = { font: "medium", size: 8.6 };

/** The pages after the first. A page is added when content needs it, so that none is empty. */
export class InnerPages {
  readonly #paper: Paper;
  readonly #brochure: Brochure;
  readonly #colors: Colors;
  readonly #bottom: number;
  /** Infinite before the first page is added, so that nothing fits. */
  #y = Number.POSITIVE_INFINITY;

  constructor(paper: Paper, brochure: Brochure, { colors, bottom }: { colors: Colors; bottom: number }) {
    this.#paper = paper;
    this.#brochure = brochure;
    this.#colors = colors;
    this.#bottom = bottom - 14;
  }

  draw(rest: Rest, pictures: Pictures): void {
    const textWidth = (CONTENT_WIDTH - GUTTER) / 2;
    this.#columns(
      "About this property, continued",
      textBlocks(this.#paper, rest.paragraphs, textWidth),
      2,
      GUTTER,
    );
    const featureWidth = (CONTENT_WIDTH - 2 * 18) / 3;
    const features = featureBlocks(this.#paper, rest.features, featureWidth, this.#colors);
    this.#columns("Features", features, 3, 18);
    this.#photos(pictures);
  }

  #columns(title: string, blocks: Block[], count: number, gutter: number): void {
    const step = (CONTENT_WIDTH + gutter) / count;
    let left = blocks;
    while (left.length > 0) {
      this.#demand(HEADING_HEIGHT + Math.min(MIN_TEXT_HEIGHT, heightOf(left) / count));
      const isContinued = left.length < blocks.length && !title.endsWith(CONTINUED);
      const heading = isContinued ? title + CONTINUED : title;
      drawHeading(this.#paper, heading, PAGE.margin, this.#y, this.#colors);
      this.#y += HEADING_HEIGHT;
      const { columns, rest } = fillColumns(left, count, this.#bottom - this.#y);
      this.#y += drawColumns(columns, { x: PAGE.margin, y: this.#y, step }) + GAP;
      left = rest;
      if (rest.length > 0) this.#begin();
    }
  }

  #photos({ grid, more }: Pictures): void {
    let left = grid;
    let heading = HEADING_HEIGHT;
    while (left.length > 0) {
      const rows = photoRows(left, this.#bottom - this.#y - heading, more > 0 ? MORE_HEIGHT : 0);
      if (rows.length === 0) {
        this.#begin();
        continue;
      }
      if (heading > 0) drawHeading(this.#paper, "Photos", PAGE.margin, this.#y, this.#colors);
      this.#y += heading;
      heading = 0;
      for (const row of rows) this.#row(row);
      left = left.slice(rows.reduce((sum, { cells }) => sum + cells.length, 0));
      if (left.length > 0) this.#begin();
    }
    if (grid.length > 0 && more > 0) this.#more(more);
  }

  #row({ height, cells }: PhotoRow): void {
    for (const { picture, x, width } of cells) {
      this.#paper.picture(picture, { x: PAGE.margin + x, y: this.#y, width, height });
    }
    this.#y += height + ROW_GAP;
  }

  #more(count: number): void {
    const text = `${count} more ${count === 1 ? "photo" : "photos"} online`;
    const style = { ...moreStyle, color: this.#colors.ink };
    this.#paper.write(text, PAGE.width - PAGE.margin, this.#y + 9, style, "right");
    const width = this.#paper.widthOf(text, style);
    const x = PAGE.width - PAGE.margin - width;
    this.#paper.link({ x, y: this.#y, width, height: 12 }, this.#brochure.online.url);
  }

  #demand(height: number): void {
    if (this.#y + height > this.#bottom) this.#begin();
  }

  #begin(): void {
    const paper = this.#paper;
    paper.document.addPage();
    const { brokerage, title, price } = this.#brochure;
    const firm = shorten(paper, brokerage.name, 220, firmStyle);
    const subject = price.amount ? `${title} · ${price.amount}` : title;
    const right = PAGE.width - PAGE.margin;
    const room = CONTENT_WIDTH - paper.widthOf(firm, firmStyle) - 20;
    paper.write(firm, PAGE.margin, 34, { ...firmStyle, color: this.#colors.ink });
    paper.write(shorten(paper, subject, room, subjectStyle), right, 34, subjectStyle, "right");
    paper.rule(PAGE.margin, 41, CONTENT_WIDTH, RULE);
    this.#y = TOP;
  }
}
