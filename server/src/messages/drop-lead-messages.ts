import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { ALERT } from "./message.ts";
import type { TemplateName } from "./templates/templates.ts";

/**
 * Drops unsent mail to a lead who may no longer receive any. Messages to staff about the lead stay, and so do alerts of
 * saved searches: whether one may be sent is decided when it is due. A mail in flight arrives.
 */
export async function dropLeadMail(ctx: Context, leadId: number, failure: string): Promise<void> {
  await waitingOf(ctx, leadId, failure)
    .where(sql<string>`content ->> 'audience'`, "=", "public")
    .where("kind", "<>", ALERT)
    .execute();
}

const WAITING_ALERTS: readonly TemplateName[] = [
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "final_escalation",
];

/** Drops alerts about a lead that waits for a contact, once it was contacted. A text deferred by quiet hours is not sent then. */
export async function dropLeadAlerts(ctx: Context, leadId: number): Promise<void> {
  await waitingOf(ctx, leadId, "the lead does not wait any more")
    .where("kind", "in", WAITING_ALERTS)
    .execute();
}

/** Drops notices about events of a lead that are undone. They are held back until then. Index: messages_lead. */
export async function dropNotices(
  ctx: Context,
  { leadId, template, occasions }: { leadId: number; template: TemplateName; occasions: readonly string[] },
): Promise<void> {
  await waitingOf(ctx, leadId, "the change was undone")
    .where("kind", "=", template)
    .where(sql<string>`split_part(occasion, ':', 2)`, "in", occasions)
    .execute();
}

function waitingOf({ db, clock }: Context, leadId: number, failure: string) {
  return db
    .updateTable("messages")
    .set({ state: "dropped", failure, content: null, claimed_until: null, finished_at: clock.now() })
    .where("lead_id", "=", leadId)
    .where("state", "in", ["waiting", "sending"]);
}
