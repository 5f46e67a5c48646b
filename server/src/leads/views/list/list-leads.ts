import type { ActorContext } from "../../../platform/context.ts";
import { envelope, rowsOf } from "../../../platform/http/list-envelope.ts";
import { type SummaryRow, summaryColumns } from "../../lead-row.ts";
import { narrowedScope } from "../narrowed-scope.ts";
import { presentSummaries } from "../present-lead.ts";
import type { LeadListQuery, LeadPage } from "../records.schemas.ts";
import { orderOf } from "./lead-order.ts";
import { matchingLeads } from "./matching-leads.ts";

/** Lists leads: agents get their own, brokers those of their brokerage, admins all (decisions.md: Leads). */
export async function listLeads(ctx: ActorContext, input: LeadListQuery): Promise<LeadPage> {
  const scope = await narrowedScope(ctx, { brokerageId: input.brokerage_id, agentId: input.agent });
  const matching = matchingLeads(ctx.db, scope, input, ctx.clock.now());
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  if (offset >= total) return envelope([], total, input);
  const rows = (await matching
    .select(summaryColumns)
    .orderBy(orderOf(input.sort))
    .limit(limit)
    .offset(offset)
    .execute()) as SummaryRow[];
  return envelope(await presentSummaries(ctx, rows), total, input);
}
