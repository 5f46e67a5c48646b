import { assignableAgent } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import { isEnabledBrokerage } from "../../brokerages/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { assignAgent } from "../assignment/assign-agent.ts";
import { auditView } from "../lead-row.ts";
import type { LeadDetail } from "../leads.schemas.ts";
import { stageOfStatus } from "../lifecycle/projections.ts";
import { presentDetail } from "../views/present-lead.ts";
import type { ManualLeadBody } from "./intake.schemas.ts";
import { receiveLead } from "./receive-lead.ts";

/**
 * Creates a lead that staff enter (SPEC: Manual lead body, its six scoping rules). It is not routed; only a named agent gets
 * it.
 *
 * @throws AppError 422 for an invalid `brokerage_id` of an admin; 400 `No brokerage context - cannot create lead`, or for an
 * agent who is not active in the brokerage; 404 `Brokerage not found or disabled`.
 */
export async function createManualLead(ctx: ActorContext, input: ManualLeadBody): Promise<LeadDetail> {
  return inTransaction(ctx, async (ctx) => {
    const brokerageId = await targetBrokerage(ctx, input.brokerage_id);
    const status = input.status ?? "new";
    const agent = input.assigned_agent_id
      ? await requireAssignableAgent(ctx, brokerageId, input.assigned_agent_id)
      : null;
    const received = await receiveLead(
      ctx,
      {
        brokerageId,
        source: "manual",
        first_name: input.first_name,
        last_name: input.last_name,
        email: input.email,
        phone: input.phone || null,
        subject: input.subject,
        message: input.message,
        notes: input.notes || null,
        source_domain: "admin-manual",
        source_page: "/admin/leads",
        stage: stageOfStatus[status],
      },
      { event: "manual_entry", payload: { intake: "manual", status } },
    );
    const lead = await assignAgent(ctx, received, agent);
    await recordChange(ctx, {
      action: "create",
      targetType: "lead",
      targetId: lead.id,
      brokerageId,
      after: auditView(lead),
    });
    return presentDetail(ctx, lead);
  });
}

/** Non-admins create in their own brokerage; admins in the requested one, or their own. */
async function targetBrokerage(ctx: ActorContext, named: unknown): Promise<number> {
  const { role, brokerageId: own } = ctx.actor;
  const brokerageId = role === "admin" ? (parseBrokerageId(named) ?? own) : own;
  if (brokerageId === null) throw new AppError("bad_request", "No brokerage context - cannot create lead");
  if (!(await isEnabledBrokerage(ctx.db, brokerageId))) {
    throw new AppError("not_found", "Brokerage not found or disabled");
  }
  return brokerageId;
}

/** @throws AppError 422 for a value that is not an id. */
function parseBrokerageId(named: unknown): number | null {
  if (named === undefined || named === null) return null;
  if (Number.isInteger(named) && (named as number) >= 1 && (named as number) <= 2_147_483_647)
    return named as number;
  throw new AppError("invalid", [
    {
      loc: ["body", "brokerage_id"],
      msg: "brokerage_id must be the id of a brokerage",
      type: "integer_type",
    },
  ]);
}

/** @throws AppError 400 when the agent is not an active one of that brokerage. */
export async function requireAssignableAgent(ctx: Context, brokerageId: number, agentId: number) {
  const agent = await assignableAgent(ctx.db, { brokerageId, agentId });
  if (!agent) {
    throw new AppError(
      "bad_request",
      `assigned_agent_id ${agentId} is no active agent of the lead's brokerage`,
    );
  }
  return agent;
}
