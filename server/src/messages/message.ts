import type { TemplateName } from "./templates/templates.ts";

export const channelNames = ["email", "sms", "push"] as const;
export type ChannelName = (typeof channelNames)[number];

/** Alerts of saved searches, which wait in the ledger until they are due: they have a queue and an index of their own. */
export const ALERT = "search_alert" as const satisfies TemplateName;

/** The job that sends alerts. */
export const alertsJob = "send-search-alerts";

/** Content of a message in the ledger. Deleted when the message is finished. */
export type MessageContent = {
  template: TemplateName;
  data: object;
  audience: Audience;
  /** When it was first due: its Date header, even if it is sent later. */
  date: string;
  /** Of the span that has enqueued it, while telemetry is on. */
  traceparent?: string;
  /** Only of an email. */
  replyTo?: string | null;
  /** Only of an email to staff: how many messages about the same person were withheld before it. */
  withheldBefore?: number;
  /** Only of a text: the owner of the telephone. */
  person?: Person;
  timeZone?: string;
  /** Only of a push: the browser's subscription. */
  subscriptionId?: number;
};

/** Staff or the public; mail to the public has an unsubscribe line. */
export type Audience = "staff" | "public";

/** A member of staff: an agent, or a broker contact. */
export type Person = { kind: "agent" | "broker"; id: number };

/** A new row of the ledger. */
export type NewMessage = {
  brokerageId: number;
  leadId: number | null;
  /** The alert of saved searches that it tells. */
  alertId?: number;
  channel: ChannelName;
  /** Shown to staff: an address, a number, or the owner of a browser. */
  recipient: string;
  /** Identifies the event and the recipient: an occasion has one message. */
  occasion: string;
  content: Omit<MessageContent, "date">;
  dueAt?: Date;
  /**
   * The email of the visitor whose form or request causes it: messages that one visitor can cause are capped
   * (`caps/`).
   */
  causedBy?: string | null;
  /**
   * The recipient for the cap, when one notice has several messages to them, which count as one. Default: `recipient`.
   */
  reader?: string;
};

/** A message that only this process may send until its lease ends. */
export type ClaimedMessage = {
  id: number;
  brokerage_id: number;
  lead_id: number | null;
  kind: string;
  recipient: string;
  reference: string;
  /** How often it was claimed, this time included. */
  attempts: number;
  /** How many attempts have failed. */
  failures: number;
  content: MessageContent;
};
