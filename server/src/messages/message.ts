import type { TemplateName } from "./templates/templates.ts";

export const channelNames = ["email", "sms", "push"] as const;
export type ChannelName = (typeof channelNames)[number];

/** Content of a message in the ledger. Deleted when the message is finished. */
export type MessageContent = {
  template: TemplateName;
  data: object;
  audience: Audience;
  /** When it was first due: its Date header, also when it leaves later. */
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

/** A member of staff: an agent, or a broker contact. */
export type Person = { kind: "agent" | "broker"; id: number };

/** A message as it is written into the ledger. */
export type NewMessage = {
  brokerageId: number;
  leadId: number | null;
  channel: ChannelName;
  /** Shown to staff: an address, a number, or whose browser. */
  recipient: string;
  /** What, whom, which occasion: it is made once. */
  occasion: string;
  content: Omit<MessageContent, "date">;
  dueAt?: Date;
  /** The email of the visitor whose form or request gives rise to it: what one visitor can cause is capped (`caps/`). */
  causedBy?: string | null;
  /** Whom its cap counts, where one notice makes several messages to them: those count as one. Else `recipient`. */
  reader?: string;
};

/** A message that this process alone may send until its lease ends. */
export type ClaimedMessage = {
  id: number;
  brokerage_id: number;
  lead_id: number | null;
  kind: string;
  recipient: string;
  reference: string;
  /** How often it was claimed to be sent, this time included. */
  attempts: number;
  /** How many attempts have failed. */
  failures: number;
  content: MessageContent;
};
