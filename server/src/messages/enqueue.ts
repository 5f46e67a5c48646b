import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { afterCommit } from "../platform/database/database.ts";
import type { ChannelName } from "./channels/channel.ts";
import type { MessageContent } from "./message-content.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

/** The job that sends what is due on a channel. */
export const deliveryJob = (channel: ChannelName) => `deliver-${channel}`;

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
};

/** What a message says. */
export type Saying<Name extends TemplateName = TemplateName> = {
  [Each in Name]: { template: Each; data: TemplateData<Each> };
}[Name];

/**
 * Writes messages into the ledger, in the transaction of what gives rise to them; they leave once that is committed.
 *
 * @returns how many are new: an occasion that has its message already gets no other.
 */
export async function enqueue(ctx: Context, messages: NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const domain = mailDomain(ctx.config.mail.from);
  const now = ctx.clock.now();
  const rows = await ctx.db
    .insertInto("messages")
    .values(
      messages.map((message) => ({
        brokerage_id: message.brokerageId,
        lead_id: message.leadId,
        kind: message.content.template,
        channel: message.channel,
        recipient: message.recipient,
        occasion: message.occasion,
        reference: `<${randomUUID()}@${domain}>`,
        due_at: message.dueAt ?? now,
        content: JSON.stringify({ ...message.content, date: (message.dueAt ?? now).toISOString() }),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column("occasion").doNothing())
    .returning("channel")
    .execute();
  const channels = new Set(rows.map(({ channel }) => channel as ChannelName));
  afterCommit(ctx, () => {
    for (const channel of channels) ctx.jobs.wake(deliveryJob(channel));
  });
  return rows.length;
}

export function mailDomain(from: string): string {
  return from.slice(from.lastIndexOf("@") + 1);
}
