import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { claimDueMessages } from "./delivery/claim-due-messages.sql.ts";
import type { Lease } from "./delivery/delivery-queue.ts";
import { ALERT } from "./delivery/own-queues.ts";
import { deferUntil, dropClaimed } from "./delivery/settle-message.ts";
import { enqueue } from "./enqueue.ts";
import type { ChannelName, ClaimedMessage, NewMessage } from "./message.ts";

/*
 * Messages of alerts, for the slice that decides what they tell. They are in the ledger from the moment that something is to be told, and
 * get their content when they are claimed.
 */

/** A message of an alert: a mail, or a push to one browser. */
export type AlertMessage = { alertId: number; brokerageId: number; dueAt: Date } & (
  | { email: string }
  | { subscriptionId: number; name: string }
);

/** Adds the messages of new alerts to the ledger, in the transaction that stores the alerts. */
export async function enqueueAlertMessages(ctx: Context, messages: readonly AlertMessage[]): Promise<void> {
  await enqueue(ctx, messages.map(toMessage));
}

function toMessage(message: AlertMessage): NewMessage {
  const { alertId, brokerageId, dueAt } = message;
  const common = { brokerageId, leadId: null, dueAt };
  const content = { template: ALERT, data: { alertId }, audience: "public" as const };
  if ("email" in message)
    return {
      ...common,
      channel: "email",
      recipient: message.email,
      occasion: mailOccasion(alertId),
      content,
    };
  const { subscriptionId, name } = message;
  return {
    ...common,
    channel: "push",
    recipient: name,
    occasion: `${mailOccasion(alertId)}:push ${subscriptionId}`,
    content: { ...content, subscriptionId },
  };
}

/** An alert has one mail. */
function mailOccasion(alertId: number): string {
  return `${ALERT}:${alertId}`;
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

/**
 * Drops the waiting mails of alerts that will not be sent. A mail in flight arrives; pushes of such an alert have nothing to tell when
 * they are due. Index: messages_occasion_key.
 */
export async function dropAlertMails(
  { db, clock }: Context,
  alertIds: readonly number[],
  failure: string,
): Promise<void> {
  if (alertIds.length === 0) return;
  await db
    .updateTable("messages")
    .set({ state: "dropped", failure, content: null, claimed_until: null, finished_at: clock.now() })
    .where("occasion", "in", alertIds.map(mailOccasion))
    .where("state", "=", "waiting")
    .execute();
}

/** Shows a mail among the messages of a lead. */
export async function setMessageLead(db: Db, messageId: number, leadId: number): Promise<void> {
  await db.updateTable("messages").set({ lead_id: leadId }).where("id", "=", messageId).execute();
}

/** The states of the mails of alerts, by alert; without those that are gone. Index: messages_occasion_key. */
export async function alertMailStates(db: Db, alertIds: readonly number[]): Promise<Map<number, string>> {
  if (alertIds.length === 0) return new Map();
  const idOf = new Map(alertIds.map((id) => [mailOccasion(id), id]));
  const rows = await db
    .selectFrom("messages")
    .select(["occasion", "state"])
    .where("occasion", "in", [...idOf.keys()])
    .execute();
  return new Map(rows.map(({ occasion, state }) => [idOf.get(occasion) as number, state]));
}
