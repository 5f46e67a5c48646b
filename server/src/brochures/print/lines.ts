import type { Paper, Style } from "./paper.ts";

/** Breaks text into lines of at most `width`; a single word that is wider is broken too. */
export function breakLines(paper: Paper, text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((each) => breakWord(paper, each, width, style))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && lineWidth(paper, longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** The sum of the words' widths, which are cached: each word is measured once. */
function lineWidth(paper: Paper, line: string, style: Style): number {
  const words = line.split(" ");
  const last = words.pop() as string;
  return words.reduce((sum, word) => sum + paper.widthOf(`${word} `, style), paper.widthOf(last, style));
}

/** A longer word is not measured as a whole, because that takes quadratic time. */
const LONG_WORD = 100;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Kerning can make part of a word slightly wider than the sum of its letters. */
const KERNING = 2;

function breakWord(paper: Paper, word: string, width: number, style: Style): string[] {
  if (word.length < LONG_WORD && paper.widthOf(word, style) <= width) return word === "" ? [] : [word];
  const parts: string[] = [];
  let [part, used] = ["", 0];
  for (const { segment } of characters.segment(word)) {
    const wide = paper.widthOf(segment, style);
    if (part !== "" && used + wide > width - KERNING) {
      parts.push(part);
      [part, used] = ["", 0];
    }
    part += segment;
    used += wide;
  }
  return [...parts, part];
}

/** At most `most` lines; the last one ends with an ellipsis if text was cut. */
export function breakAtMost(paper: Paper, text: string, width: number, style: Style, most: number): string[] {
  const lines = breakLines(paper, text, width, style);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), shorten(paper, lines.slice(most - 1).join(" "), width, style)];
}

/** The text, or as much of it as fits with an ellipsis. */
export function shorten(paper: Paper, text: string, width: number, style: Style): string {
  if (paper.widthOf(text, style) <= width) return text;
  const letters = Array.from(characters.segment(text), ({ segment }) => segment);
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const short = `${letters.slice(0, middle).join("").trimEnd()}…`;
    if (paper.widthOf(short, style) <= width) fits = middle;
    else tooMany = middle;
  }
  return `${letters.slice(0, fits).join("").trimEnd()}…`;
}

/** The largest size at which the text fits `most` lines; at the smallest size it is shortened. */
export function fitLines(
  paper: Paper,
  text: string,
  width: number,
  choices: readonly { style: Style; most: number }[],
): { lines: string[]; style: Style } {
  for (const { style, most } of choices) {
    const lines = breakLines(paper, text, width, style);
    if (lines.length <= most) return { lines, style };
  }
  const { style, most } = choices.at(-1) as { style: Style; most: number };
  return { lines: breakAtMost(paper, text, width, style, most), style };
}
