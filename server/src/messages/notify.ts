import type { Context } from "../platform/context.ts";
import { toE164 } from "../platform/phone.ts";
import { type PushSubscriber, pushSubscribers } from "../push/index.ts";
import { enqueue, enqueueAtCommit, type TemplatedContent } from "./enqueue.ts";
import { mailOccasion } from "./enqueue-mail.ts";
import type { ChannelName, NewMessage, Person } from "./message.ts";

/** A member of staff who receives notifications. */
export type Recipient = Person & {
  name: string;
  email: string;
  phone: string | null;
  timeZone: string;
};

/** A notification to a member of staff, on each of the named channels on which they can be reached. */
export type Notice = TemplatedContent & {
  brokerageId: number;
  leadId: number;
  to: Recipient;
  channels: readonly ChannelName[];
  /** The event that causes it, for this recipient: an occasion has one message per channel. */
  occasion: string;
  replyTo: string | null;
  /** The email of the visitor whose form causes it: see `NewMessage`. */
  causedBy?: string | null;
};

/**
 * Notifies staff by email, text or push, as `channels` names; by text only with a telephone, by push to all their
 * browsers. Call it in the transaction of the cause.
 *
 * @returns the notices with at least one message that is not withheld.
 */
export async function notify(ctx: Context, notices: readonly Notice[]): Promise<ReadonlySet<Notice>> {
  const written = await messagesOf(ctx, notices);
  const { withheld } = await enqueue(ctx, unique(written.flatMap(({ messages }) => messages)));
  return new Set(
    written
      .filter(({ messages }) => messages.some(({ occasion }) => !withheld.has(occasion)))
      .map(({ notice }) => notice),
  );
}

/** The same, with the transaction's other messages before the commit (`enqueueAtCommit`). */
export async function notifyAtCommit(ctx: Context, notices: readonly Notice[]): Promise<void> {
  const written = await messagesOf(ctx, notices);
  await enqueueAtCommit(ctx, unique(written.flatMap(({ messages }) => messages)));
}

async function messagesOf(ctx: Context, notices: readonly Notice[]) {
  const pushed = notices.filter(({ channels }) => channels.includes("push"));
  const browsersOf = await pushSubscribers(
    ctx,
    pushed.map(({ brokerageId, to }) => ({ ...to, brokerageId })),
  );
  return notices.map((notice) => ({
    notice,
    messages: [
      ...(notice.channels.includes("email") ? [asMail(notice)] : []),
      ...(notice.channels.includes("sms") ? asText(notice) : []),
      ...(notice.channels.includes("push")
        ? browsersOf({ ...notice.to, brokerageId: notice.brokerageId }).map((each) => asPush(notice, each))
        : []),
    ],
  }));
}

/** Several contacts may share a telephone or a browser. */
function unique(messages: NewMessage[]): NewMessage[] {
  return [...new Map(messages.map((message) => [message.occasion, message])).values()];
}

function common({ brokerageId, leadId, template, data, causedBy = null }: Notice) {
  return { brokerageId, leadId, causedBy, content: { template, data, audience: "staff" as const } };
}

function asMail(notice: Notice): NewMessage {
  const { content, ...message } = common(notice);
  const { to, replyTo } = notice;
  return {
    ...message,
    channel: "email",
    recipient: to.email,
    occasion: mailOccasion(notice.template, notice.occasion, to.email),
    content: { ...content, replyTo },
  };
}

function asText(notice: Notice): NewMessage[] {
  const { content, ...message } = common(notice);
  const { kind, id, phone, timeZone } = notice.to;
  const number = phone && toE164(phone);
  if (!number) return [];
  return [
    {
      ...message,
      channel: "sms",
      recipient: number,
      occasion: `${notice.template}:${notice.occasion}:${number}`,
      content: { ...content, person: { kind, id }, timeZone },
    },
  ];
}

function asPush(notice: Notice, { id, name }: PushSubscriber): NewMessage {
  const { content, ...message } = common(notice);
  return {
    ...message,
    channel: "push",
    recipient: name,
    // The browsers of a broker contact are those of all brokers.
    reader: notice.to.kind === "agent" ? `agent ${notice.to.id}` : "brokers",
    occasion: `${notice.template}:${notice.occasion}:push ${id}`,
    content: { ...content, subscriptionId: id },
  };
}
