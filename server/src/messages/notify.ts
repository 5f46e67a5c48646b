import type { Context } from "../platform/context.ts";
import { toE164 } from "../platform/phone.ts";
import { type PushSubscriber, pushSubscribers } from "../push/index.ts";
import { enqueue, type TemplatedContent } from "./enqueue.ts";
import { mailOccasion } from "./enqueue-mail.ts";
import type { ChannelName, NewMessage, Person } from "./message.ts";

/** Somebody of a brokerage who is told something. */
export type Recipient = Person & {
  name: string;
  email: string;
  phone: string | null;
  timeZone: string;
};

/** A notification to a member of staff, on each of the named channels that reaches them. */
export type Notice = TemplatedContent & {
  brokerageId: number;
  leadId: number;
  to: Recipient;
  channels: readonly ChannelName[];
  /** What gave rise to it, for this recipient: the same occasion makes one message a channel. */
  occasion: string;
  replyTo: string | null;
  /** The email of the visitor whose form gives rise to it: see `NewMessage`. */
  causedBy?: string | null;
};

/**
 * Tells staff: email always, a text where they have a telephone, a push to every browser of theirs. Call it in the
 * transaction of what gives rise to it.
 *
 * @returns the notices of which a message goes out: not those that were withheld on every channel.
 */
export async function notify(ctx: Context, notices: readonly Notice[]): Promise<ReadonlySet<Notice>> {
  const pushed = notices.filter(({ channels }) => channels.includes("push"));
  const browsersOf = await pushSubscribers(
    ctx,
    pushed.map(({ brokerageId, to }) => ({ ...to, brokerageId })),
  );
  const written = notices.map((notice) => ({
    notice,
    messages: [
      ...(notice.channels.includes("email") ? [asMail(notice)] : []),
      ...(notice.channels.includes("sms") ? asText(notice) : []),
      ...(notice.channels.includes("push")
        ? browsersOf({ ...notice.to, brokerageId: notice.brokerageId }).map((each) => asPush(notice, each))
        : []),
    ],
  }));
  const { withheld } = await enqueue(ctx, unique(written.flatMap(({ messages }) => messages)));
  return new Set(
    written
      .filter(({ messages }) => messages.some(({ occasion }) => !withheld.has(occasion)))
      .map(({ notice }) => notice),
  );
}

/** Several contacts may have one telephone, or one browser. */
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
    // A broker contact's are those of every broker.
    reader: notice.to.kind === "agent" ? `agent ${notice.to.id}` : "brokers",
    occasion: `${notice.template}:${notice.occasion}:push ${id}`,
    content: { ...content, subscriptionId: id },
  };
}
