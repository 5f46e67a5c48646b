import { oneLine } from "../../platform/mail/compose.ts";

/** The lines of a text of several, whichever system it was typed on. */
export function linesOf(text: string): string[] {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map(oneLine);
}

/** A text as paragraphs, each in its lines: what stands between empty lines. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((lines) => lines.length > 0);
}
