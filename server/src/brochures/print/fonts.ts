import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";

export type FontName = "sans" | "medium" | "serif";

const files: Record<FontName, string> = {
  sans: "FiraSans-Regular.ttf",
  medium: "FiraSans-Medium.ttf",
  serif: "SourceSerif4-Semibold.ttf",
};

/** A font as fontkit has read it: what pdfkit takes, and what tells which characters there are. */
type ReadFont = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Read once a thread, not once a document: their tables and shapes take five times as long as a page. */
export const fonts = Object.fromEntries(
  Object.entries(files).map(([name, file]) => [name, read(file)]),
) as Record<FontName, ReadFont>;

function read(file: string): ReadFont {
  const bytes = readFileSync(new URL(`./fonts/${file}`, import.meta.url));
  // pdfkit does not say so in its types, but takes a font that it has read for another document.
  const document = new PDFDocument({ autoFirstPage: false }).font(bytes);
  return (document as unknown as { _font: { font: ReadFont } })._font.font;
}

export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const [name, font] of Object.entries(fonts)) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
}
