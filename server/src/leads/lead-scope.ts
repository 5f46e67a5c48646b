import { findAgentAccount } from "../agents/index.ts";
import { isOpenBrokerage } from "../brokerages/index.ts";
import type { ActorContext, Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { LeadRow } from "./lead-row.ts";

/*
 * Who sees which leads (SPEC: Scope rule for lead endpoints): agents those assigned to them, brokers their brokerage's,
 * admins all. For everybody else a lead does not exist. A disabled brokerage's are seen by admins alone, and changed by
 * nobody.
 */

/** Null: every lead. 0 is nobody's id: who belongs nowhere sees nothing. */
export type LeadScope = { brokerageId: number; agentId: number | null } | null;

/** What the caller sees; null for admins, and for what the program does by itself. */
export async function leadScope({ db, actor }: Context): Promise<LeadScope> {
  if (actor === null || actor.role === "admin") return null;
  const { brokerageId, role } = actor;
  if (brokerageId === null || !(await isOpenBrokerage(db, brokerageId)))
    return { brokerageId: 0, agentId: 0 };
  if (role === "broker") return { brokerageId, agentId: null };
  return { brokerageId, agentId: (await ownAgentId(db, brokerageId, actor)) ?? 0 };
}

/**
 * Which agent the caller is; an account without an agent record is the agent of its email. A person's has been matched when
 * they were identified, where it is known whether their email is verified. Null: none.
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

/** The leads of a scope, as a query to go on with. */
export function leadsWithin(db: Db, scope: LeadScope) {
  const leads = db.selectFrom("leads");
  if (scope === null) return leads;
  const own = leads.where("leads.brokerage_id", "=", scope.brokerageId);
  return scope.agentId === null ? own : own.where("leads.assigned_agent_id", "=", scope.agentId);
}

/** Their ids, for what belongs to leads in other slices. */
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
 * The lead, held until the transaction ends: for a change. It is the first row a change locks, so that changes to one
 * lead come one after another and never wait for each other.
 *
 * @throws AppError 404 `Lead not found`, also when its brokerage is disabled.
 */
export async function lockLead(ctx: Context, leadId: number): Promise<LeadRow> {
  const lead = await leadsWithin(ctx.db, await leadScope(ctx))
    .selectAll()
    .where("leads.id", "=", leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!lead || !(await isOpenBrokerage(ctx.db, lead.brokerage_id))) throw leadNotFound();
  return lead as LeadRow;
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}
