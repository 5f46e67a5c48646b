import { oneLine } from "../../platform/mail/compose.ts";

/** What a mail says, as both of its versions are made of. */
export type Draft = {
  subject: string;
  /** What mail programs show beside the subject; where it is left out, the beginning of the mail. */
  preview?: string;
  body: Part[];
};

export type Part =
  /** A paragraph. */
  | string
  | { facts: Fact[] }
  /** What the brokerage has written itself: paragraphs and lines as they are. */
  | { prose: string }
  /** A text of a visitor, unchanged. */
  | { quote: string; by: string }
  /** What to do next. */
  | { link: string; label: string };

/** Several values stand one below the other. */
export type Fact = { label: string; value: string | string[]; href?: string | undefined };

/** The same for a telephone: a text, or what a browser shows. */
export type Brief = { title: string; line: string; url: string };

/** How something is said: as a mail, and in brief where it goes by text or push too. */
export type Template<Data> = { mail: (data: Data) => Draft; brief?: (data: Data) => Brief };

/** Whose mail it is, and what stands below it. */
export type Sender = {
  brokerage: string;
  /** `#RRGGBB` */
  color: string | null;
  /** Lines of the postal address. */
  address: string[];
  /** Null: the reader is asked to reply instead. Undefined: mail to staff, which has no unsubscribe line. */
  unsubscribeUrl?: string | null;
};

export const REPLY_LINE = "To stop receiving these emails, reply with the word unsubscribe.";

/** A link that opens a new mail to that address, and says nothing else to the mail program. */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}

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
