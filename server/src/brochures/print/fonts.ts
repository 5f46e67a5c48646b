import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";

export type FontName = "sans" | "medium" | "serif";

const files: Record<FontName, string> = {
  sans: "FiraSans-Regular.ttf",
  medium: "FiraSans-Medium.ttf",
  serif: "SourceSerif4-Semibold.ttf",
};

/** A font parsed by fontkit, in the form that pdfkit uses. It also lists the characters it has. */
type ReadFont = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Parsed once for each thread, not for each document: parsing takes five times as long as a page. */
export const fonts = Object.fromEntries(
  Object.entries(files).map(([name, file]) => [name, read(file)]),
) as Record<FontName, ReadFont>;

function read(file: string): ReadFont {
  const bytes = readFileSync(new URL(`./fonts/${file}`, import.meta.url));
  // pdfkit's types omit it, but a font parsed for another document is accepted.
  const document = new PDFDocument({ autoFirstPage: false }).font(bytes);
  return (document as unknown as { _font: { font: ReadFont } })._font.font;
}

export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const [name, font] of Object.entries(fonts)) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
}
