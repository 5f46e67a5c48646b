import type { Brief } from "./draft.ts";

/** Of each a browser shows less; together they stay below what push services take, whatever is written in them. */
const TITLE = 120;
const BODY = 400;

/**
 * A message as a browser's page gets it: JSON of `title`, `body`, `url` and `tag`. One that comes twice has the same tag, by
 * which the browser shows it once.
 */
export function pushPayload({ title, line, url }: Brief, tag: string): string {
  return JSON.stringify({ title: cut(title, TITLE), body: cut(line, BODY), url, tag });
}

/** In one line, of so many characters at most; what JSON would write in six bytes is left out. */
function cut(text: string, length: number): string {
  const characters = [
    ...text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  return characters.length <= length
    ? characters.join("")
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
