import type { LeadSettings } from "../../../lead-settings/index.ts";
import { notify } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { routeLead } from "../../../routing/index.ts";
import type { LeadRow } from "../../lead-row.ts";
import { leadsWithin } from "../../lead-scope.ts";
import { system } from "../../lifecycle/record-event.ts";
import { assignAgent } from "../assign-agent.ts";
import { previousAgents } from "../previous-agents.ts";
import { alertChannels, alertNotices } from "./alert-notices.ts";
import { type Alert, dueAlerts, reassignsLead } from "./due-alerts.ts";
import { staffOfLeads } from "./lead-staff.ts";
import { markAlertsDecided } from "./mark-alerts-decided.sql.ts";

/**
 * Decides the due alerts of one lead, by due time, when one of them moves the lead to another agent. Agents who had the lead
 * before are excluded; without a candidate the lead keeps its agent.
 *
 * @returns the alerts that had an effect.
 */
export async function reassignWaitingLead(
  ctx: Context,
  leadId: number,
  settings: ReadonlyMap<number, LeadSettings>,
): Promise<Alert[]> {
  return inTransaction(ctx, async (ctx) => {
    let lead = await lockWaitingLead(ctx, leadId);
    if (!lead) return [];
    const own = settings.get(lead.brokerage_id) as LeadSettings;
    const due = dueAlerts(lead, own, ctx.clock.now());
    const done: Alert[] = [];
    for (const each of due) {
      if (reassignsLead(each, own)) {
        const before = lead.assigned_agent_id;
        lead = await reassign(ctx, lead, own);
        if (each.alert === "reassignment" && lead.assigned_agent_id !== before) done.push(each.alert);
      }
      if (each.on && each.alert !== "reassignment") {
        const people = (await staffOfLeads(ctx.db, [lead], settings))(lead);
        const notices = alertNotices(ctx, lead, each.alert, { people, settings: own });
        const sent = await notify(ctx, notices);
        if (sent.size > 0) done.push(each.alert);
      }
    }
    await markAlertsDecided(ctx.db, [{ leadId, alerts: due.map(({ alert }) => alert) }]);
    return done;
  });
}

/** Reads the lead again under the lock: staff may have answered since the batch was read. */
async function lockWaitingLead({ db }: Context, leadId: number): Promise<LeadRow | null> {
  const lead = await leadsWithin(db, null)
    .selectAll()
    .where("leads.id", "=", leadId)
    .where("leads.stage", "=", "NEW")
    .where("leads.response_stopped_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (lead as LeadRow | undefined) ?? null;
}

async function reassign(ctx: Context, lead: LeadRow, settings: LeadSettings): Promise<LeadRow> {
  const except = await previousAgents(ctx, lead);
  const agent = await routeLead(ctx, { brokerageId: lead.brokerage_id, leadId: lead.id, except });
  if (!agent) return lead;
  return assignAgent(ctx, lead, agent, {
    actor: system,
    payload: { reason: "no_contact" },
    channels: alertChannels(settings),
  });
}
