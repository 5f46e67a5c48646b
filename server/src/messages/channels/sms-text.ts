import { oneLine } from "../../platform/mail/compose.ts";
import type { MessageContent } from "../message.ts";
import { briefOf } from "../templates/templates.ts";

/** Two to three parts of a text in the GSM alphabet; fewer characters in others. */
const LONGEST = 320;
/** The minimum of characters before a link, which is useless without context. */
const FEWEST_WORDS = 60;
/** Limits the brokerage's name, because the content comes after it. */
const LONGEST_NAME = 40;

/** The text of a message: one line, beginning with the brokerage's name, with the complete link. */
export function smsText(
  { template, data }: Pick<MessageContent, "template" | "data">,
  brokerage: string,
): string {
  const { title, line, url } = briefOf(template, data);
  const words = `${cut(plain(brokerage), LONGEST_NAME)}: ${plain(`${title}. ${line}`)}`;
  const room = LONGEST - url.length - 1;
  return room < FEWEST_WORDS ? cut(words, LONGEST) : `${cut(words, room)} ${url}`;
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
