import type { Brief } from "./draft.ts";

/** Browsers show less than these limits; together they stay below the limit of push services. */
const TITLE = 120;
const BODY = 400;

/**
 * The payload for the browser's page: JSON with `title`, `body`, `url` and `tag`. A repeated message has the same tag,
 * so that the browser shows it once.
 */
export function pushPayload({ title, line, url }: Brief, tag: string): string {
  return JSON.stringify({ title: cut(title, TITLE), body: cut(line, BODY), url, tag });
}

/** On one line, up to `length` characters, without control characters, which JSON writes in six bytes. */
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
