/** What a mail says, as both of its versions are made of. */
export type Draft = {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  body: Part[];
};

export type Part =
  /** A paragraph. */
  | string
  | { facts: Fact[] }
  /** What somebody wrote, as they wrote it. */
  | { quote: string; by: string }
  /** What to do next. */
  | { link: string; label: string };

/** Several values stand one below the other. */
export type Fact = { label: string; value: string | string[]; href?: string | undefined };

/** Whose mail it is, and what stands below it. */
export type Sender = {
  brokerage: string;
  /** `#RRGGBB` */
  color: string | null;
  /** Lines of the postal address. */
  address: string[];
  /** Null: the reader is asked to reply instead. Undefined: mail to staff, which nobody unsubscribes from. */
  unsubscribeUrl?: string | null;
};

export const REPLY_LINE = "To stop receiving these emails, reply with the word unsubscribe.";

/** A link that opens a new mail to that address, and says nothing else to the mail program. */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}
