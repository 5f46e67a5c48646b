import PDFDocument from "pdfkit";
import type { Picture } from "../brochure.ts";
import { TEXT } from "./colors.ts";
import { type FontName, registerFonts } from "./fonts.ts";

export const PAGE = { width: 612, height: 792, margin: 40 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

/** A text style; `tracking` is letter spacing. All measures are in points. */
export type Style = { font: FontName; size: number; color?: string; tracking?: number };
export type Box = { x: number; y: number; width: number; height: number };

/** Draws single lines, shapes and images on the pages of a brochure. lines.ts breaks text into lines. */
export class Paper {
  readonly document: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  readonly #chunks: Uint8Array[] = [];

  constructor(info: { title: string; author: string; made: Date }) {
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: "1.7",
      lang: "en-US",
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        Creator: "Lintel",
        Producer: "Lintel",
        CreationDate: info.made,
      },
    });
    registerFonts(this.document);
    this.document.on("data", (chunk) => this.#chunks.push(chunk));
  }

  widthOf(text: string, { font, size, tracking = 0 }: Style): number {
    const key = `${font} ${text}`;
    let unit = this.#widths.get(key);
    if (unit === undefined) {
      unit = this.document.font(font).fontSize(1000).widthOfString(text) / 1000;
      this.#widths.set(key, unit);
    }
    return unit * size + tracking * text.length;
  }

  /** Writes one line with its baseline at `y`. With an alignment, `x` is the right edge or the middle. */
  write(text: string, x: number, y: number, style: Style, align: "left" | "right" | "center" = "left"): void {
    const { font, size, color = TEXT, tracking = 0 } = style;
    const shift = align === "left" ? 0 : this.widthOf(text, style) * (align === "right" ? 1 : 0.5);
    this.document
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(text, x - shift, y, { lineBreak: false, baseline: "alphabetic", characterSpacing: tracking });
  }

  /** Writes lines one below the other, the first baseline at `y`. */
  writeLines(
    lines: string[],
    place: { x: number; y: number; leading: number },
    style: Style,
    align: "left" | "right" = "left",
  ): void {
    for (const [at, line] of lines.entries()) {
      this.write(line, place.x, place.y + at * place.leading, style, align);
    }
  }

  fill({ x, y, width, height }: Box, color: string): void {
    this.document.rect(x, y, width, height).fill(color);
  }

  rule(x: number, y: number, width: number, color: string): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(color);
  }

  /** The picture fills the box; the excess is cropped equally on both sides. */
  picture(picture: Picture, box: Box): void {
    this.#clipped(picture, box, () => this.document.rect(box.x, box.y, box.width, box.height));
  }

  /** The same in a circle. */
  portrait(picture: Picture, { x, y, width }: Omit<Box, "height">): void {
    const radius = width / 2;
    this.#clipped(picture, { x, y, width, height: width }, () =>
      this.document.circle(x + radius, y + radius, radius),
    );
  }

  /** The whole picture, as large as the box allows. */
  wholePicture(picture: Picture, { x, y, width, height }: Box, align: "left" | "center"): void {
    const scale = Math.min(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    const left = align === "left" ? x : x + (width - w) / 2;
    this.document.image(bytesOf(picture), left, y + (height - h) / 2, { width: w, height: h });
  }

  link(box: Box, url: string): void {
    this.document.link(box.x, box.y, box.width, box.height, url);
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.document.on("end", resolve).on("error", reject);
    this.document.end();
    await promise;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  #clipped(picture: Picture, { x, y, width, height }: Box, outline: () => PDFKit.PDFDocument): void {
    const scale = Math.max(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    this.document.save();
    outline().clip();
    this.document.image(bytesOf(picture), x + (width - w) / 2, y + (height - h) / 2, { width: w, height: h });
    this.document.restore();
  }
}

function bytesOf({ bytes }: Picture): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
