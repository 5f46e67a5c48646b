import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { claimDueMessages } from "./delivery/claim-due-messages.sql.ts";
import type { Lease } from "./delivery/delivery-queue.ts";
import { deferUntil, dropClaimed } from "./delivery/settle-message.ts";
import { enqueue } from "./enqueue.ts";
import { ALERT, type ChannelName, type ClaimedMessage, type NewMessage } from "./message.ts";

/*
 * Messages of alerts, for the slice that decides what they tell. They are in the ledger from the moment that something is to be told, and
 * get their content when they are claimed.
 */

/** A message of an alert: a mail, or a push to one browser. `leadId`: the person's latest lead, which shows it. */
export type AlertMessage = { alertId: number; brokerageId: number; leadId: number | null; dueAt: Date } & (
  | { email: string }
  | { subscriptionId: number; name: string }
);

/** Adds messages of alerts to the ledger, but those that are there. */
export async function enqueueAlertMessages(ctx: Context, messages: readonly AlertMessage[]): Promise<void> {
  await enqueue(ctx, messages.map(toMessage));
}

function toMessage(message: AlertMessage): NewMessage {
  const { alertId, brokerageId, leadId, dueAt } = message;
  const common = { brokerageId, leadId, alertId, dueAt };
  const content = { template: ALERT, data: { alertId }, audience: "public" as const };
  const occasion = `${ALERT}:${alertId}`;
  if ("email" in message) return { ...common, channel: "email", recipient: message.email, occasion, content };
  const { subscriptionId, name } = message;
  return {
    ...common,
    channel: "push",
    recipient: name,
    occasion: `${occasion}:push ${subscriptionId}`,
    content: { ...content, subscriptionId },
  };
}

/** The alert of a claimed message. */
export function alertOf({ content }: ClaimedMessage): number {
  return (content.data as { alertId: number }).alertId;
}

/** Claims due messages of alerts. Index: messages_due_alerts. */
export function claimAlertMessages(
  db: Db,
  channel: ChannelName,
  { now, until, limit }: Lease & { limit: number },
): Promise<ClaimedMessage[]> {
  return claimDueMessages(db, { channel, now, dueBy: now, until, limit, alerts: true });
}

/** Ends a claimed message that has nothing to tell. */
export async function dropAlertMessage(ctx: Context, message: ClaimedMessage, why: string): Promise<void> {
  await dropClaimed(ctx, message, why);
}

/** Gives a claimed message back until a later time. */
export async function postponeAlertMessage(
  ctx: Context,
  message: ClaimedMessage,
  until: Date,
): Promise<void> {
  await deferUntil(ctx, message, until);
}

/** Drops the waiting messages of alerts that will not be sent. What is in flight arrives. Index: messages_alert. */
export async function dropMessagesOfAlerts(
  { db, clock }: Context,
  alertIds: readonly number[],
  failure: string,
): Promise<void> {
  if (alertIds.length === 0) return;
  await db
    .updateTable("messages")
    .set({ state: "dropped", failure, content: null, claimed_until: null, finished_at: clock.now() })
    .where("alert_id", "=", sql<number>`any(${alertIds}::bigint[])`)
    .where("state", "=", "waiting")
    .execute();
}

/** Shows a mail among the messages of a lead. */
export async function setMessageLead(db: Db, messageId: number, leadId: number): Promise<void> {
  await db.updateTable("messages").set({ lead_id: leadId }).where("id", "=", messageId).execute();
}

/** How many messages of an alert are in these states. */
export type AlertMessageCounts = Record<"waiting" | "sending" | "sent", number>;

/** By alert; without those that have no message. Index: messages_alert. Expected: a mail or a few pushes of each. */
export async function alertMessageCounts(
  db: Db,
  alertIds: readonly number[],
): Promise<Map<number, AlertMessageCounts>> {
  if (alertIds.length === 0) return new Map();
  const { rows } = await sql<AlertMessageCounts & { alert_id: number }>`
    select alert_id,
      (count(*) filter (where state = 'waiting'))::integer as waiting,
      (count(*) filter (where state = 'sending'))::integer as sending,
      (count(*) filter (where state = 'sent'))::integer as sent
    from messages
    where alert_id = any(${alertIds}::bigint[])
    group by alert_id`.execute(db);
  return new Map(rows.map(({ alert_id, ...counts }) => [alert_id, counts]));
}
