import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { type FontName, fontFile } from "./font-files.ts";

export type { FontName } from "./font-files.ts";

const names: FontName[] = ["sans", "medium", "serif"];

/** A font parsed by fontkit, in the form that pdfkit uses. It also lists the characters it has. */
type ReadFont = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Parsed once for each thread, not for each document: parsing takes five times as long as a page. */
export const fonts = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
  FontName,
  ReadFont
>;

function read(name: FontName): ReadFont {
  const bytes = readFileSync(fontFile(name));
  // pdfkit's types omit it, but a font parsed for another document is accepted.
  const document = new PDFDocument({ autoFirstPage: false }).font(bytes);
  return (document as unknown as { _font: { font: ReadFont } })._font.font;
}

export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const [name, font] of Object.entries(fonts)) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
}
