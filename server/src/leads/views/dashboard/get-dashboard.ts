import { leadSettings } from "../../../lead-settings/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import type { LeadScope } from "../../lead-scope.ts";
import { presentSummaries } from "../present-lead.ts";
import { idleBrokerages, scopeWithin } from "../scope-within.ts";
import type { Dashboard, DashboardQuery } from "./dashboard.schemas.ts";
import { breachedLeads, dueLeads, newLeads, openLeads } from "./leads-at-work.ts";
import { startOfDay } from "./start-of-day.ts";

/** What is open, due and late: of an agent's leads, a brokerage's, or all open brokerages' (decisions.md: Identity). */
export async function getDashboard(ctx: ActorContext, input: DashboardQuery): Promise<Dashboard> {
  const now = ctx.clock.now();
  const scope = await scopeWithin(ctx, { brokerageId: input.brokerage_id });
  const work = { db: ctx.db, scope, exceptBrokerages: await idleBrokerages(ctx, scope) };
  const zone = scope === null ? "UTC" : (await leadSettings(ctx.db, scope.brokerageId)).time_zone;
  const open = await openLeads(work);
  const due = await dueLeads(work, now);
  const breached = await breachedLeads(work, now);
  const shown = await presentSummaries(ctx, [...due.items, ...breached.items]);
  return {
    scope: kindOf(ctx, scope),
    generated_at: now,
    open_leads: open,
    due_follow_ups: { total: due.total, items: shown.slice(0, due.items.length) },
    breaches: { total: breached.total, items: shown.slice(due.items.length) },
    new_today: await newLeads(work, startOfDay(now, zone)),
  };
}

function kindOf({ actor }: ActorContext, scope: LeadScope): Dashboard["scope"] {
  if (scope === null) return "all";
  return actor.role === "agent" ? "own" : "brokerage";
}
