import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";
import { ALERT, type Audience } from "./message.ts";
import type { TemplateName } from "./templates/templates.ts";

/** The audience of each kind. An agent who is also a visitor keeps messages they received as an agent. */
const audiences: Record<TemplateName, Audience> = {
  new_lead: "staff",
  welcome: "public",
  response_breach: "staff",
  agent_reminder: "staff",
  broker_alert: "staff",
  final_escalation: "staff",
  follow_up_due: "staff",
  lead_returned: "staff",
  drip_step: "public",
  magic_link: "public",
  search_confirmation: "public",
  search_alert: "public",
  search_alerts_paused: "public",
  privacy_confirmation: "public",
  privacy_export_ready: "public",
  privacy_erasure_done: "public",
  privacy_erasure_confirmed: "staff",
  webhook_disabled: "staff",
  feed_held: "staff",
  feed_late: "staff",
  feed_recovered: "staff",
  sign_in_link: "staff",
};
const publicKinds = Object.entries(audiences).flatMap(([kind, audience]) =>
  audience === "public" ? kind : [],
);

const BATCH = 500;

/**
 * Deletes the ledger's rows of all messages to a person and of all messages to staff about their leads, which must be
 * locked. Unsent messages are deleted too, also those that mention the person otherwise. A message in flight arrives.
 *
 * @returns how many.
 */
export async function eraseMessages(
  ctx: Context,
  { brokerageId, email }: DataSubject,
  leadIds: readonly number[],
): Promise<number> {
  const found = [
    ...(await idsOf(toPerson(ctx.db, { brokerageId, email }))),
    ...(await idsOf(aboutLeads(ctx.db, leadIds))),
    ...(await idsOf(waitingAbout(ctx.db, { brokerageId, email }))),
  ];
  // Locked in one order, which prevents deadlocks.
  const ids = [...new Set(found)].toSorted((one, other) => one - other);
  let erased = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const messages = ctx.db.selectFrom("messages").where("id", "in", batch);
    await messages.select("id").orderBy("id").forUpdate().execute();
    const { numDeletedRows } = await ctx.db
      .deleteFrom("messages")
      .where("id", "in", batch)
      .executeTakeFirstOrThrow();
    erased += Number(numDeletedRows);
  }
  return erased;
}

/** The messages to a person, oldest first. The content is not stored. */
export async function exportMessages({ db }: Context, person: DataSubject): Promise<object[]> {
  return toPerson(db, person)
    .select(["kind", "channel", "recipient as to", "state as outcome", "created_at", "finished_at"])
    .orderBy("id")
    .execute();
}

/** Index messages_recipient. */
function toPerson(db: Db, { brokerageId, email }: DataSubject) {
  return db
    .selectFrom("messages")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("recipient"), email))
    .where("kind", "in", publicKinds);
}

/** Index messages_lead. */
function aboutLeads(db: Db, leadIds: readonly number[]) {
  return db.selectFrom("messages").where("lead_id", "=", sql<number>`any(${leadIds}::integer[])`);
}

/** Index messages_due: only waiting messages have content. */
function waitingAbout(db: Db, { brokerageId, email }: DataSubject) {
  const inJson = JSON.stringify(email).slice(1, -1);
  return (
    db
      .selectFrom("messages")
      .where("brokerage_id", "=", brokerageId)
      .where("state", "in", ["waiting", "sending"])
      // Alerts hold no content.
      .where("kind", "<>", sql.lit(ALERT))
      .where(sql<boolean>`strpos(lower(content::text), lower(${inJson})) > 0`)
  );
}

async function idsOf(messages: ReturnType<typeof toPerson>): Promise<number[]> {
  return (await messages.select("id").execute()).map(({ id }) => id);
}
