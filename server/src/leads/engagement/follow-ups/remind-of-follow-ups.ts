import type { LeadSettings } from "../../../lead-settings/index.ts";
import { type ChannelName, type Notice, notify, type Recipient } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { type People, peopleOf } from "../../assignment/alerts/people.ts";
import { timeInWords } from "../../in-words.ts";
import type { LeadRow } from "../../lead-row.ts";
import { leadUrl } from "../../lead-url.ts";
import { lockDueFollowUps, noteReminded } from "./due-follow-ups.sql.ts";

const BATCH = 250;

/**
 * Reminds of every follow-up that is due, once: the agent, or the brokers of a lead that nobody has (SPEC: Alerts and
 * notifications). By mail, and by push where the brokerage wants it.
 *
 * @returns how many leads somebody was reminded of.
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
      const people = await peopleOf(ctx.db, leads, settings);
      const told = leads.map((lead) =>
        reminders(ctx, lead, people(lead), settings.get(lead.brokerage_id) as LeadSettings),
      );
      await notify(ctx, told.flat());
      await noteReminded(
        ctx.db,
        leads.map(({ id }) => id),
        now,
      );
      return { size: leads.length, told: told.filter((notices) => notices.length > 0).length };
    });
    reminded += batch.told;
    if (batch.size < BATCH || ctx.signal.aborted) return reminded;
  }
}

function reminders(
  ctx: Context,
  lead: LeadRow,
  { agent, brokers }: People,
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
      dueAt: timeInWords(lead.follow_up_due_at as Date, to.timeZone),
      note: lead.follow_up_note,
      isOwn: to.kind === "agent",
      crmUrl: leadUrl(ctx, lead.id),
    },
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    to,
    channels,
    // Booked again, it is another one.
    occasion: `lead ${lead.id} ${(lead.follow_up_set_at as Date).toISOString()} ${(lead.follow_up_due_at as Date).toISOString()}`,
    replyTo: lead.email,
  }));
}
