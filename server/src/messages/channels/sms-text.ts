import { oneLine } from "../../platform/mail/compose.ts";
import type { MessageContent } from "../message.ts";
import { briefOf } from "../templates/templates.ts";

/** Two parts of a text in any alphabet would hold less; in our own, it is two or three. */
const LONGEST = 320;
/** Without so much room for words a link says nothing. */
const FEWEST_WORDS = 60;
/** Of the brokerage's name: what the text is about comes after it. */
const LONGEST_NAME = 40;

/** What a message says as a text: one line, in the brokerage's name, the link whole. */
export function smsText(
  { template, data }: Pick<MessageContent, "template" | "data">,
  brokerage: string,
): string {
  const { title, line, url } = briefOf(template, data);
  const words = `${cut(plain(brokerage), LONGEST_NAME)}: ${plain(`${title}. ${line}`)}`;
  const room = LONGEST - url.length - 1;
  return room < FEWEST_WORDS ? cut(words, LONGEST) : `${cut(words, room)} ${url}`;
}

/** What people typed stands in the same line, and cannot turn its direction. */
function plain(text: string): string {
  return oneLine(text.replaceAll(/\p{Cf}/gu, ""));
}

/** Three dots, because a telephone sends one character that is not of its alphabet by halving the room for all. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 3)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}...`;
}
