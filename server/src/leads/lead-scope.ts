import { findAgentAccount } from "../agents/index.ts";
import { disabledBrokerages, isEnabledBrokerage } from "../brokerages/index.ts";
import type { ActorContext, Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type LeadRow, leadRowColumns } from "./lead-row.ts";

/*
 * Lead scope (SPEC: Scope rule for lead endpoints): agents see the leads assigned to them, brokers those of their brokerage,
 * admins all. Leads out of scope answer as missing. Leads of a disabled brokerage are visible to admins only and cannot be
 * changed.
 */

/** Null: every lead. Ids of 0 match no lead. */
export type LeadScope = { brokerageId: number; agentId: number | null } | null;

/** The scope of the caller; null for admins and scheduled work. */
export async function leadScope({ db, actor }: Pick<Context, "db" | "actor">): Promise<LeadScope> {
  if (actor === null || actor.role === "admin") return null;
  const { brokerageId, role } = actor;
  if (brokerageId === null || !(await isEnabledBrokerage(db, brokerageId)))
    return { brokerageId: 0, agentId: 0 };
  if (role === "broker") return { brokerageId, agentId: null };
  return { brokerageId, agentId: (await ownAgentId(db, brokerageId, actor)) ?? 0 };
}

/**
 * The agent id of the caller, or null. An API key without an agent record is matched by the email in its name. A signed-in
 * person was matched on authentication, where it is known whether the email is verified.
 */
export async function ownAgentId(
  db: Db,
  brokerageId: number,
  { agentId, userId, email }: ActorContext["actor"],
): Promise<number | null> {
  if (agentId !== null || userId !== null) return agentId;
  const account = await findAgentAccount(db, { brokerageId, email });
  return account?.disabledAt === null ? account.id : null;
}

/** A query of the leads in a scope, to extend. */
export function leadsWithin(db: Db, scope: LeadScope) {
  const leads = db.selectFrom("leads");
  if (scope === null) return leads;
  const own = leads.where("leads.brokerage_id", "=", scope.brokerageId);
  return scope.agentId === null ? own : own.where("leads.assigned_agent_id", "=", scope.agentId);
}

/** A query of the lead ids in a scope, for other slices. */
export function leadIdsWithin(db: Db, scope: LeadScope) {
  return leadsWithin(db, scope).select("leads.id");
}

/** @throws AppError 404 `Lead not found`. */
export async function visibleLead(ctx: Context, leadId: number): Promise<LeadRow> {
  const lead = await leadsWithin(ctx.db, await leadScope(ctx))
    .selectAll()
    .where("leads.id", "=", leadId)
    .executeTakeFirst();
  if (!lead) throw leadNotFound();
  return lead as LeadRow;
}

/**
 * Locks the lead for a change, until the transaction ends. Changes lock the lead row first: changes of one lead run one after
 * another and cannot deadlock.
 *
 * @throws AppError 404 `Lead not found`, also when its brokerage is disabled.
 */
export async function lockLead(ctx: Context, leadId: number): Promise<LeadRow> {
  const lead = await leadsWithin(ctx.db, await leadScope(ctx))
    .select(leadRowColumns)
    .where("leads.id", "=", leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!lead || !(await isEnabledBrokerage(ctx.db, lead.brokerage_id))) throw leadNotFound();
  return lead as LeadRow;
}

/**
 * Those of the leads that the caller may edit, by id, locked in the order of ids until the transaction ends.
 */
export async function lockVisibleLeads(
  ctx: Context,
  leadIds: readonly number[],
): Promise<Map<number, LeadRow>> {
  if (leadIds.length === 0) return new Map();
  const rows = await leadsWithin(ctx.db, await leadScope(ctx))
    .select(leadRowColumns)
    .where("leads.id", "in", leadIds)
    .orderBy("leads.id")
    .forNoKeyUpdate()
    .execute();
  const closed = await disabledBrokerages(ctx.db);
  return new Map(
    rows.filter((lead) => !closed.includes(lead.brokerage_id)).map((lead) => [lead.id, lead as LeadRow]),
  );
}

/** Locks leads until the transaction ends, in id order to prevent deadlocks. */
export async function lockLeads({ db }: Context, ids: readonly number[]): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("leads")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows as LeadRow[];
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}
