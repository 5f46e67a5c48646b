import { sql } from "kysely";
import type { ActorContext } from "../../../platform/context.ts";
import { envelope, rowsOf } from "../../../platform/http/list-envelope.ts";
import { type SummaryRow, summaryColumns } from "../../lead-row.ts";
import { leadsWithin } from "../../lead-scope.ts";
import { narrowedScope } from "../narrowed-scope.ts";
import { presentSummaries } from "../present-lead.ts";
import type { LeadListQuery, LeadPage } from "../records.schemas.ts";
import { orderOf, reverseOf } from "./lead-order.ts";
import { matchingLeads } from "./matching-leads.ts";

/**
 * So many leads are read by their ids, and sorted, sooner than they are found in the order of the list, among all those that do not match.
 */
const FEW = 5000;

/** Lists leads: agents get their own, brokers those of their brokerage, admins all (decisions.md: Leads). */
export async function listLeads(ctx: ActorContext, input: LeadListQuery): Promise<LeadPage> {
  const scope = await narrowedScope(ctx, { brokerageId: input.brokerage_id, agentId: input.agent });
  const matching = matchingLeads(ctx.db, scope, input, ctx.clock.now());
  const { total, few } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .select(sql<number[] | null>`case when count(*) <= ${FEW} then array_agg(leads.id) end`.as("few"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  if (offset >= total) return envelope([], total, input);
  const leads =
    few === null ? matching : leadsWithin(ctx.db, scope).where(sql<boolean>`leads.id = any(${few})`);
  const page = { sort: input.sort, offset, limit: Math.min(limit, total - offset), total };
  const rows = await readPage(ctx, leads, page);
  return envelope(await presentSummaries(ctx, rows), total, input);
}

type Page = { sort: LeadListQuery["sort"]; offset: number; limit: number; total: number };

/**
 * Read from the end that is nearer, as what stands before the page is read too: of that the ids alone, which are in the index of the
 * order.
 */
async function readPage(
  ctx: ActorContext,
  leads: ReturnType<typeof matchingLeads>,
  { sort, offset, limit, total }: Page,
): Promise<SummaryRow[]> {
  const after = total - offset - limit;
  const isNearEnd = after < offset;
  const ids = leads
    .select("leads.id")
    .orderBy(orderOf(isNearEnd ? reverseOf(sort) : sort))
    .limit(limit)
    .offset(isNearEnd ? after : offset);
  return (await ctx.db
    .selectFrom("leads")
    .select(summaryColumns)
    .where("leads.id", "in", ids)
    .orderBy(orderOf(sort))
    .execute()) as SummaryRow[];
}
