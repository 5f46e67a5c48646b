import { randomUUID } from "node:crypto";
import type { Context } from "../platform/context.ts";
import { afterCommit, beforeCommit, type Db } from "../platform/database/database.ts";
import { currentTraceparent } from "../platform/telemetry/tracing.ts";
import { applyCaps, type CappedMessage } from "./caps/apply-caps.ts";
import { insertMessages } from "./insert-messages.sql.ts";
import { ALERT, alertsJob, type ChannelName, type MessageContent, type NewMessage } from "./message.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

/** The job that sends a channel's due messages. */
export const deliveryJob = (channel: ChannelName) => `deliver-${channel}`;

/** The content of a message. */
export type TemplatedContent<Name extends TemplateName = TemplateName> = {
  [Each in Name]: { template: Each; data: TemplateData<Each> };
}[Name];

const holds = new WeakMap<object, Date>();

/** Holds back all further messages of the current transaction, which makes a change that may be undone. */
export function holdMessages(ctx: { db: Db }, until: Date): void {
  holds.set(ctx.db, until);
}

/**
 * Adds messages to the ledger, in the transaction of their cause; they are sent after the commit. Messages over a cap
 * are added as withheld.
 *
 * @returns how many are new, because an occasion has only one message; and the occasions whose messages are withheld.
 */
export async function enqueue(
  ctx: Context,
  messages: NewMessage[],
): Promise<{ added: number; withheld: ReadonlySet<string> }> {
  if (messages.length === 0) return { added: 0, withheld: new Set() };
  const domain = mailDomain(ctx.config.mail.from);
  const now = ctx.clock.now();
  const due = holds.get(ctx.db) ?? now;
  const capped = await applyCaps(ctx, messages);
  const rows = await insertMessages(
    ctx.db,
    capped.map((message) => ({
      brokerage_id: message.brokerageId,
      lead_id: message.leadId,
      alert_id: message.alertId ?? null,
      kind: message.content.template,
      channel: message.channel,
      recipient: message.recipient,
      occasion: message.occasion,
      reference: `<${randomUUID()}@${domain}>`,
      due_at: message.dueAt ?? due,
      person_key: message.personKey,
      reader: message.reader ?? null,
      content: message.withheld === null ? contentOf(message, due) : null,
      failure: message.withheld,
    })),
    now,
  );
  const leaving = rows.filter(({ state, due_at }) => state === "waiting" && due_at <= now);
  const jobs = new Set(
    leaving.map(({ channel, kind }) => (kind === ALERT ? alertsJob : deliveryJob(channel as ChannelName))),
  );
  afterCommit(ctx, () => {
    for (const job of jobs) ctx.jobs.wake(job);
  });
  const withheld = new Set(rows.filter(({ state }) => state === "withheld").map(({ occasion }) => occasion));
  return { added: rows.length, withheld };
}

/** Messages of open transactions that are added at their end. */
const pendingMessages = new WeakMap<object, NewMessage[]>();

/** As `enqueue`: all messages that a transaction adds by this function are written by one statement, the last before the commit. */
export async function enqueueAtCommit(ctx: Context, messages: NewMessage[]): Promise<void> {
  const earlier = pendingMessages.get(ctx.db);
  if (earlier) {
    earlier.push(...messages);
    return;
  }
  const pending = [...messages];
  pendingMessages.set(ctx.db, pending);
  await beforeCommit(ctx, async () => {
    pendingMessages.delete(ctx.db);
    await enqueue(ctx, pending);
  });
}

function contentOf({ content, dueAt, withheldBefore }: CappedMessage, due: Date): MessageContent {
  const date = (dueAt ?? due).toISOString();
  const traceparent = currentTraceparent();
  return {
    ...content,
    date,
    ...(withheldBefore > 0 && { withheldBefore }),
    ...(traceparent !== null && { traceparent }),
  };
}

export function mailDomain(from: string): string {
  return from.slice(from.lastIndexOf("@") + 1);
}
