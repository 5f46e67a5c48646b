import type { TemplateName } from "./templates/templates.ts";

/** What a message of the ledger will say; gone once it is sent. */
export type MessageContent = {
  template: TemplateName;
  data: object;
  audience: Audience;
  /** When it was first due: the date that it bears, however late it leaves. */
  date: string;
  /** Of an email. */
  replyTo?: string | null;
  /** Of an email to staff: how many about the same person were withheld since the one before. */
  withheldBefore?: number;
  /** Of a text: whose telephone it is, and where they are. */
  person?: Person;
  timeZone?: string;
  /** Of a push: to which browser. */
  subscriptionId?: number;
};

/** Whether it goes to staff; all other mail has an unsubscribe line. */
export type Audience = "staff" | "public";

/** Somebody who works for a brokerage: an agent, or one of its broker contacts. */
export type Person = { kind: "agent" | "broker"; id: number };
