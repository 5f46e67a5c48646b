import { agentNames } from "../../../agents/index.ts";
import { leadSettings } from "../../../lead-settings/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import type { LeadScope } from "../../lead-scope.ts";
import { excludedBrokerages, narrowedScope, type ViewScope } from "../narrowed-scope.ts";
import { presentSummaries } from "../present-lead.ts";
import type { Dashboard, DashboardQuery } from "./dashboard.schemas.ts";
import {
  breachedLeads,
  countByAgent,
  countNewLeads,
  countOpenLeads,
  leadsWithDueFollowUp,
} from "./dashboard-queries.ts";
import { dayOf, startOfDay } from "./start-of-day.ts";

/** Open, due and late leads of an agent, a brokerage, or all open brokerages (decisions.md: Identity). */
export async function getDashboard(ctx: ActorContext, input: DashboardQuery): Promise<Dashboard> {
  const { actor } = ctx;
  const now = ctx.clock.now();
  const scope = await narrowedScope(ctx, { brokerageId: input.brokerage_id });
  const view = { scope, exceptBrokerages: await excludedBrokerages(ctx, scope) };
  const zone = scope === null ? "UTC" : (await leadSettings(ctx.db, scope.brokerageId)).time_zone;
  const open = await countOpenLeads(ctx.db, view);
  const due = await leadsWithDueFollowUp(ctx.db, view, now);
  const breached = await breachedLeads(ctx.db, view, now);
  const shown = await presentSummaries(ctx, [...due.items, ...breached.items]);
  return {
    scope: scopeName(ctx, scope),
    generated_at: now,
    open_leads: open,
    due_follow_ups: { total: due.total, items: shown.slice(0, due.items.length) },
    breaches: { total: breached.total, items: shown.slice(due.items.length) },
    today: dayOf(now, zone),
    by_agent: actor.role === "agent" ? [] : await workloads(ctx, view, now),
    new_today: await countNewLeads(ctx.db, view, startOfDay(now, zone)),
  };
}

/** The open, waiting, late and due leads of each agent. */
async function workloads(ctx: ActorContext, view: ViewScope, now: Date): Promise<Dashboard["by_agent"]> {
  const rows = await countByAgent(ctx.db, view, now);
  const names = await agentNames(
    ctx.db,
    rows.flatMap(({ assigned_agent_id: id }) => id ?? []),
  );
  return rows.map(({ assigned_agent_id: id, ...counts }) => ({
    agent: id === null ? null : { id, name: names.get(id) as string },
    ...counts,
  }));
}

function scopeName({ actor }: ActorContext, scope: LeadScope): Dashboard["scope"] {
  if (scope === null) return "all";
  return actor.role === "agent" ? "own" : "brokerage";
}
