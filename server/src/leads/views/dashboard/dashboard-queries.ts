import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type SummaryRow, summaryColumns } from "../../lead-row.ts";
import { openStages } from "../../lifecycle/stages.ts";
import { leadsInView, type ViewScope } from "../narrowed-scope.ts";
import type { Dashboard } from "./dashboard.schemas.ts";

const SHOWN = 20;
const AGENTS_SHOWN = 100;

/** Leads per open stage. */
export async function countOpenLeads(db: Db, view: ViewScope): Promise<Dashboard["open_leads"]> {
  const rows = await leadsInView(db, view)
    .select(({ fn }) => ["stage", fn.countAll<number>().as("leads")])
    .where("stage", "in", openStages)
    .groupBy("stage")
    .execute();
  const counted = openStages.map((stage) => [stage, rows.find((row) => row.stage === stage)?.leads ?? 0]);
  return {
    total: rows.reduce((total, { leads }) => total + leads, 0),
    by_stage: Object.fromEntries(counted) as Dashboard["open_leads"]["by_stage"],
  };
}

/** Open leads per agent, null for those without one. Index: leads_board, leads_stage. */
export async function countByAgent(db: Db, view: ViewScope, now: Date) {
  const isNew = sql`stage = 'NEW'`;
  const isLate = sql`${isNew} and response_due_at < ${now} and response_stopped_at is null`;
  return leadsInView(db, view)
    .select([
      "assigned_agent_id",
      sql<number>`count(*)`.as("open"),
      sql<number>`count(*) filter (where ${isNew})`.as("waiting"),
      sql<number>`count(*) filter (where ${isLate})`.as("breaches"),
      sql<number>`count(*) filter (where follow_up_due_at <= ${now})`.as("due_follow_ups"),
    ])
    .where("stage", "in", openStages)
    .groupBy("assigned_agent_id")
    .orderBy("breaches", "desc")
    .orderBy("waiting", "desc")
    .orderBy("open", "desc")
    .orderBy("assigned_agent_id")
    .limit(AGENTS_SHOWN)
    .execute();
}

/** Leads with a due follow-up, longest due first. Index: leads_follow_up_due. */
export async function leadsWithDueFollowUp(db: Db, view: ViewScope, now: Date) {
  return firstPage(leadsInView(db, view).where("follow_up_due_at", "<=", now), "follow_up_due_at");
}

/** Leads in NEW past their response target, longest late first. Index: leads_response_due. */
export async function breachedLeads(db: Db, view: ViewScope, now: Date) {
  return firstPage(
    leadsInView(db, view)
      .where("stage", "=", "NEW")
      .where("response_due_at", "<", now)
      .where("response_stopped_at", "is", null),
    "response_due_at",
  );
}

/** Leads created since then. Index: leads_newest, leads_agent. */
export async function countNewLeads(db: Db, view: ViewScope, since: Date): Promise<number> {
  const { leads } = await leadsInView(db, view)
    .select(({ fn }) => fn.countAll<number>().as("leads"))
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  return leads;
}

async function firstPage(leads: ReturnType<typeof leadsInView>, by: "follow_up_due_at" | "response_due_at") {
  const rows = await leads
    .select(summaryColumns)
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy(by)
    .orderBy("id")
    .limit(SHOWN)
    .execute();
  return { total: rows[0]?.total ?? 0, items: rows as unknown as SummaryRow[] };
}
