import { oneLine } from "../../platform/mail/compose.ts";
import type { MessageContent } from "../message.ts";
import { briefOf } from "../templates/templates.ts";

/** Two to three parts of a text in the GSM alphabet; fewer characters in others. */
const MAX_LENGTH = 320;
/** The minimum of characters before a link, which is useless without context. */
const MIN_TEXT_LENGTH = 60;
/** Limits the brokerage's name, because the content comes after it. */
const MAX_NAME_LENGTH = 40;

/** The text of a message: one line, beginning with the brokerage's name, with the complete link. */
export function smsText(
  { template, data }: Pick<MessageContent, "template" | "data">,
  brokerage: string,
): string {
  const { title, line, url } = briefOf(template, data);
  const words = `${cut(plain(brokerage), MAX_NAME_LENGTH)}: ${plain(`${title}. ${line}`)}`;
  const room = MAX_LENGTH - url.length - 1;
  return room < MIN_TEXT_LENGTH ? cut(words, MAX_LENGTH) : `${cut(words, room)} ${url}`;
}

/** User input without line breaks and direction marks. */
function plain(text: string): string {
  return oneLine(text.replaceAll(/\p{Cf}/gu, ""));
}

/** Three dots, because a single character outside of the GSM alphabet halves the capacity of a text. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 3)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}...`;
}
