import { oneLine } from "../../platform/mail/compose.ts";

/** The lines of a text, with any kind of line break. */
export function linesOf(text: string): string[] {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map(oneLine);
}

/** The paragraphs of a text, separated by empty lines, each as lines. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((lines) => lines.length > 0);
}
