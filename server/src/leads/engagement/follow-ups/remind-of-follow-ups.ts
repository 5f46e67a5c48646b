import type { LeadSettings } from "../../../lead-settings/index.ts";
import { type ChannelName, type Notice, notify, type Recipient } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { type Db, inTransaction } from "../../../platform/database/database.ts";
import { type LeadStaff, staffOfLeads } from "../../assignment/alerts/lead-staff.ts";
import { formatTime } from "../../format-time.ts";
import { leadUrl } from "../../lead-names.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockDueFollowUps } from "./lock-due-follow-ups.sql.ts";

const BATCH = 250;

/**
 * Sends one reminder for each due follow-up: to the agent, or to the brokers when the lead has no agent (SPEC: Alerts and
 * notifications). By email, and by push where the brokerage has enabled it.
 *
 * @returns the number of leads with a reminder.
 */
export async function remindOfFollowUps(
  ctx: Context,
  settings: ReadonlyMap<number, LeadSettings>,
): Promise<number> {
  let reminded = 0;
  for (;;) {
    const batch = await inTransaction(ctx, async (ctx) => {
      const now = ctx.clock.now();
      const leads = await lockDueFollowUps(ctx.db, { now, brokerageIds: [...settings.keys()], limit: BATCH });
      const people = await staffOfLeads(ctx.db, leads, settings);
      const notices = leads.map((lead) =>
        reminders(ctx, lead, people(lead), settings.get(lead.brokerage_id) as LeadSettings),
      );
      await notify(ctx, notices.flat());
      await markReminded(
        ctx.db,
        leads.map(({ id }) => id),
        now,
      );
      return { size: leads.length, reminded: notices.filter((each) => each.length > 0).length };
    });
    reminded += batch.reminded;
    if (batch.size < BATCH || ctx.signal.aborted) return reminded;
  }
}

function reminders(
  ctx: Context,
  lead: LeadRow,
  { agent, brokers }: LeadStaff,
  { push }: LeadSettings,
): Notice[] {
  const channels: ChannelName[] = push ? ["email", "push"] : ["email"];
  return (agent ? [agent] : brokers).map((to: Recipient) => ({
    template: "follow_up_due",
    data: {
      name: to.name,
      leadName: `${lead.first_name} ${lead.last_name}`.trim(),
      email: lead.email,
      phone: lead.phone,
      dueAt: formatTime(lead.follow_up_due_at as Date, to.timeZone),
      note: lead.follow_up_note,
      isOwn: to.kind === "agent",
      crmUrl: leadUrl(ctx, lead.id),
    },
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    to,
    channels,
    // A follow-up booked again is another occasion, with a reminder of its own.
    occasion: `lead ${lead.id} ${(lead.follow_up_set_at as Date).toISOString()} ${(lead.follow_up_due_at as Date).toISOString()}`,
    replyTo: lead.email,
  }));
}

async function markReminded(db: Db, leadIds: number[], now: Date): Promise<void> {
  if (leadIds.length === 0) return;
  await db.updateTable("leads").set({ follow_up_reminded_at: now }).where("id", "in", leadIds).execute();
}
