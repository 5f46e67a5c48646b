import type { Block } from "./columns.ts";
import { breakLines } from "./lines.ts";
import type { Paper, Style } from "./paper.ts";

const LEADING = 13.6;
const BETWEEN_PARAGRAPHS = 5;
export const bodyStyle: Style = { font: "sans", size: 9.4 };

/** The paragraphs of a description, as its author separated them. */
export function paragraphsOf(text: string | null): string[] {
  return (text ?? "").split(/\n+/).filter((paragraph) => paragraph !== "");
}

/** The text as lines of that width. */
export function textBlocks(paper: Paper, paragraphs: string[], width: number): Block[] {
  return paragraphs.flatMap((paragraph, number) =>
    breakLines(paper, paragraph, width, bodyStyle).map((line, index, lines) => {
      const ends = index === lines.length - 1 && number < paragraphs.length - 1;
      return {
        height: LEADING + (ends ? BETWEEN_PARAGRAPHS : 0),
        draw: (x: number, y: number) => paper.write(line, x, y + 9.4, bodyStyle),
      };
    }),
  );
}

/** As many whole lines as fit the height, and the remaining words, which may continue at another width. */
export function splitText(paper: Paper, paragraphs: string[], width: number, height: number) {
  const lines = paragraphs.map((paragraph) => breakLines(paper, paragraph, width, bodyStyle));
  const head: string[] = [];
  let used = 0;
  for (const [number, paragraph] of lines.entries()) {
    const fitting = Math.max(0, Math.floor((height - used) / LEADING));
    if (fitting >= paragraph.length) {
      head.push(paragraph.join(" "));
      used += paragraph.length * LEADING + BETWEEN_PARAGRAPHS;
      continue;
    }
    // A single line at the foot of a column looks like an error.
    const taken = fitting < 2 ? 0 : fitting;
    if (taken > 0) head.push(paragraph.slice(0, taken).join(" "));
    return { head, rest: [paragraph.slice(taken).join(" "), ...paragraphs.slice(number + 1)] };
  }
  return { head, rest: [] };
}
