import { fileURLToPath } from "node:url";
import { type Font, openSync } from "fontkit";
import { type FontName, fontFile } from "../../brochures/index.ts";

const opened = new Map<FontName, Font>();

/** Parsed at the first card. */
function fontOf(name: FontName): Font {
  let font = opened.get(name);
  if (!font) {
    font = openSync(fileURLToPath(fontFile(name))) as Font;
    opened.set(name, font);
  }
  return font;
}

export type TextStyle = { font: FontName; size: number };

/**
 * Breaks a text into lines. What does not fit ends with an ellipsis. Characters that the font has not, such as emoji, are left out.
 */
export function wrapText(
  text: string,
  style: TextStyle,
  { width, lines }: { width: number; lines: number },
): string[] {
  const font = fontOf(style.font);
  const known = [...text].filter((each) => font.hasGlyphForCodePoint(each.codePointAt(0) as number)).join("");
  const wrapped: string[] = [];
  let line = "";
  for (const word of known.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer, style) > width) {
      wrapped.push(line);
      line = word;
    } else line = longer;
  }
  if (line) wrapped.push(line);
  const shown = wrapped.slice(0, lines);
  return shown.map((each, index) => {
    const isCut = index === lines - 1 && wrapped.length > lines;
    return isCut || widthOf(each, style) > width ? cut(each, style, width) : each;
  });
}

function cut(text: string, style: TextStyle, width: number): string {
  let kept = text;
  while (kept && widthOf(`${kept}…`, style) > width) kept = kept.slice(0, -1).trimEnd();
  return `${kept}…`;
}

function widthOf(text: string, { font, size }: TextStyle): number {
  const read = fontOf(font);
  return (read.layout(text).advanceWidth * size) / read.unitsPerEm;
}

/** A line as the path of an SVG, because servers may have no fonts installed. `y` is its base line. */
export function outlineText(
  text: string,
  { font, size }: TextStyle,
  { x, y }: { x: number; y: number },
): string {
  const read = fontOf(font);
  const scale = size / read.unitsPerEm;
  let advance = 0;
  const glyphs = read.layout(text);
  return glyphs.glyphs
    .map((glyph, index) => {
      const place = glyphs.positions[index] as { xAdvance: number; xOffset: number; yOffset: number };
      const left = x + (advance + place.xOffset) * scale;
      advance += place.xAdvance;
      const path = glyph.path.toSVG();
      return (
        path && `<path transform="translate(${left.toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${path}"/>`
      );
    })
    .join("");
}
