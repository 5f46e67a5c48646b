import { oneLine } from "../../platform/mail/compose.ts";
import { toE164 } from "../../platform/phone.ts";

/** The content of a mail, from which the text and the HTML version are rendered. */
export type Draft = {
  subject: string;
  /** Shown by mail programs beside the subject; default: the beginning of the mail. */
  preview?: string;
  body: Part[];
  /** Instead of the sender's unsubscribe link. */
  unsubscribe?: Unsubscribe;
};

/** How a recipient ends mails of a kind: `oneClick` takes a POST (RFC 8058), the links open pages. */
export type Unsubscribe = { oneClick: string; links: { label: string; url: string }[] };

/** A listing as a mail shows it. */
export type Home = {
  url: string;
  photo: string | null;
  /** `New`, `−$15,000`. */
  reasons: string[];
  price: string | null;
  address: string;
  /** `3 beds · 2 baths · 1,800 sq ft`. */
  facts: string;
  /** Names of what found it; empty where that goes without saying. */
  foundBy: string;
  /** Who offers it, as its source demands. */
  attribution: string | null;
};

export type Part =
  /** A paragraph. */
  | string
  | { facts: Fact[] }
  /** Text of the brokerage: paragraphs and lines unchanged. */
  | { prose: string }
  /** A text of a visitor, unchanged. */
  | { quote: string; by: string }
  /** A call to action. */
  | { link: string; label: string }
  | { home: Home }
  /** What sources demand to be said. */
  | { smallPrint: string };

/** Several values are shown one below the other. */
export type Fact = { label: string; value: string | string[]; href?: string | undefined };

/** A short version, for texts and pushes. */
export type Brief = { title: string; line: string; url: string };

/** Renders a message as a mail, and as a short version if it is also sent by text or push. */
export type Template<Data> = { mail: (data: Data) => Draft; brief?: (data: Data) => Brief };

/** The brokerage in whose name a mail is sent, and its footer. */
export type Sender = {
  brokerage: string;
  /** `#RRGGBB` */
  color: string | null;
  /** Lines of the postal address. */
  address: string[];
  /** Null: the mail asks for a reply instead. Undefined: mail to staff, which has no unsubscribe line. */
  unsubscribeUrl?: string | null;
};

export const REPLY_LINE = "To stop receiving these emails, reply with the word unsubscribe.";

/** A mailto link with only an address: any further parameters are escaped. */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}

/** The code of a link. Mails that an earlier version has stored have none. */
export function codePart(code: string | undefined): Part[] {
  if (code === undefined) return [];
  return ["If a page asks you for a code instead, this is it:", { facts: [{ label: "Code", value: code }] }];
}

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

type Reachable = { leadName: string; email: string; phone: string | null };

/** The lead's name and contact details, at the top of every mail about one. */
export function leadFacts({ leadName, email, phone }: Reachable): Fact[] {
  const number = phone && toE164(phone);
  return [
    { label: "Name", value: leadName },
    { label: "Email", value: email, href: mailto(email) },
    { label: "Phone", value: phone ?? "not given", href: number ? `tel:${number}` : undefined },
  ];
}

/** The contact details for the preview line. */
export function leadPreview({ email, phone }: Reachable): string {
  return [email, phone].filter(Boolean).join(" · ");
}
