import QRCode from "qrcode";
import type { Brochure, Pictures } from "../brochure.ts";
import { type Colors, MUTED, WHITE } from "./colors.ts";
import { breakAtMost, fitLines } from "./lines.ts";
import { CONTENT_WIDTH, PAGE, type Paper, type Style } from "./paper.ts";

const PADDING = 12;
const PORTRAIT = 58;
const QR = 62;
/** The squares of a longer code are too small for a telephone's camera. */
const MAX_QR_LENGTH = 300;
const LINES_WIDTH = 158;
const LEADING = 13;

const roleStyle: Style = { font: "medium", size: 6.8, color: MUTED, tracking: 0.4 };
const firmStyle: Style = { font: "sans", size: 8.6, color: MUTED };
const lineStyle: Style = { font: "sans", size: 9 };
const captionStyle: Style = { font: "sans", size: 6.4, color: MUTED };
const nameChoices = [
  { style: { font: "serif", size: 14.5 } as Style, most: 2 },
  { style: { font: "serif", size: 11.5 } as Style, most: 3 },
  { style: { font: "serif", size: 9.5 } as Style, most: 5 },
];

/**
 * The contact details and the QR code of the listing's page. Measured in the constructor, drawn when its position is
 * known.
 */
export class ContactBand {
  readonly height: number;
  readonly #parts: { paper: Paper; brochure: Brochure; agent: Pictures["agent"]; colors: Colors };
  readonly #name: { lines: string[]; style: Style };
  readonly #firm: string[];
  readonly #lines: { text: string; url: string | null }[];
  readonly #nameX: number;

  constructor(paper: Paper, brochure: Brochure, agent: Pictures["agent"], colors: Colors) {
    const { contact } = brochure;
    this.#parts = { paper, brochure, agent, colors };
    const isPerson = contact.firm !== null;
    this.#nameX = PAGE.margin + PADDING + (isPerson ? PORTRAIT + 14 : 4);
    const width = this.#linesX - 14 - this.#nameX;
    this.#name = fitLines(paper, contact.name, width, nameChoices);
    this.#firm = breakAtMost(paper, contact.firm ?? "", width, firmStyle, 2);
    this.#lines = contact.lines.flatMap(({ text, url }) =>
      breakAtMost(paper, text, LINES_WIDTH, lineStyle, 2).map((line) => ({ text: line, url })),
    );
    const nameHeight = 14 + this.#name.lines.length * this.#nameLeading + this.#firm.length * 11;
    const inside = Math.max(nameHeight, this.#lines.length * LEADING, QR + 10, isPerson ? PORTRAIT : 0);
    this.height = inside + 2 * PADDING;
  }

  draw(y: number): void {
    const { paper, brochure, colors } = this.#parts;
    paper.fill({ x: PAGE.margin, y, width: CONTENT_WIDTH, height: this.height }, colors.tint);
    paper.fill({ x: PAGE.margin, y, width: 3, height: this.height }, colors.ink);
    const middle = y + this.height / 2;
    if (brochure.contact.firm !== null) this.#drawPortrait(middle - PORTRAIT / 2);
    this.#drawName(middle);
    this.#drawLines(middle);
    if (brochure.online.url.length <= MAX_QR_LENGTH) this.#drawQrCode(middle);
  }

  get #linesX(): number {
    return PAGE.width - PAGE.margin - PADDING - QR - 20 - LINES_WIDTH;
  }

  get #nameLeading(): number {
    return this.#name.style.size * 1.15;
  }

  #drawQrCode(middle: number): void {
    const { paper, brochure } = this.#parts;
    const x = PAGE.width - PAGE.margin - PADDING - QR;
    const y = middle - (QR + 10) / 2;
    paper.fill({ x: x - 4, y: y - 4, width: QR + 8, height: QR + 8 }, WHITE);
    drawQrCode(paper, brochure.online.url, { x, y, size: QR });
    paper.write("Scan to see it online", x + QR / 2, y + QR + 12, captionStyle, "center");
  }

  #drawPortrait(y: number): void {
    const { paper, agent, brochure, colors } = this.#parts;
    const x = PAGE.margin + PADDING + 2;
    if (agent) {
      paper.portrait(agent, { x, y, width: PORTRAIT });
      return;
    }
    const radius = PORTRAIT / 2;
    paper.document.circle(x + radius, y + radius, radius).fill(colors.ink);
    const style: Style = { font: "serif", size: 20, color: WHITE };
    paper.write(initials(brochure.contact.name), x + radius, y + radius + 7, style, "center");
  }

  #drawName(middle: number): void {
    const { paper, brochure } = this.#parts;
    const height = 14 + this.#name.lines.length * this.#nameLeading + this.#firm.length * 11;
    const x = this.#nameX;
    const y = middle - height / 2 + 6;
    paper.write(brochure.contact.role.toUpperCase(), x, y, roleStyle);
    const leading = this.#nameLeading;
    const firmY = y + 5 + this.#name.lines.length * leading + 11;
    paper.writeLines(this.#name.lines, { x, y: y + 3 + leading, leading }, this.#name.style);
    paper.writeLines(this.#firm, { x, y: firmY, leading: 11 }, firmStyle);
  }

  #drawLines(middle: number): void {
    const { paper, colors } = this.#parts;
    const top = middle - (this.#lines.length * LEADING) / 2;
    this.#lines.forEach(({ text, url }, index) => {
      const y = top + index * LEADING;
      const style = url === null ? { ...lineStyle, color: MUTED } : { ...lineStyle, color: colors.ink };
      paper.write(text, this.#linesX, y + 9.5, style);
      const width = paper.widthOf(text, style);
      if (url !== null) paper.link({ x: this.#linesX, y, width, height: LEADING }, url);
    });
  }
}

/** The initials of the first and the last name. */
function initials(name: string): string {
  const words = name.split(" ").filter((word) => /\p{L}/u.test(word));
  const first = (word: string | undefined) => word?.match(/\p{L}/u)?.[0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toUpperCase();
}

/** Draws a QR code as vector squares, sharp at any size and smaller than an image. */
function drawQrCode(paper: Paper, text: string, place: { x: number; y: number; size: number }): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const unit = place.size / modules.size;
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      let end = column;
      while (end < modules.size && modules.get(row, end)) end++;
      if (end === column) continue;
      paper.document.rect(place.x + column * unit, place.y + row * unit, (end - column) * unit, unit);
      column = end;
    }
  }
  paper.document.fill("#000000");
  paper.link({ x: place.x, y: place.y, width: place.size, height: place.size }, text);
}
