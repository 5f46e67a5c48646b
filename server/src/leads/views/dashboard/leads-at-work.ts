import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type SummaryRow, summaryColumns } from "../../lead-row.ts";
import { type LeadScope, leadsWithin } from "../../lead-scope.ts";
import { openStages } from "../../lifecycle/stages.ts";
import type { Dashboard } from "./dashboard.schemas.ts";

/** Whose work is looked at. */
export type Work = { db: Db; scope: LeadScope; exceptBrokerages: number[] };

const SHOWN = 20;

/** How many leads are in each stage in which they are worked on. */
export async function openLeads(work: Work): Promise<Dashboard["open_leads"]> {
  const rows = await leadsOf(work)
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

/** Whose follow-up is due, the longest due first. Index: leads_follow_up_due. */
export async function dueLeads(work: Work, now: Date) {
  return firstOf(leadsOf(work).where("follow_up_due_at", "<=", now), "follow_up_due_at");
}

/** Who has waited for the first outreach longer than they should, and still does. Index: leads_response_due. */
export async function breachedLeads(work: Work, now: Date) {
  return firstOf(
    leadsOf(work)
      .where("stage", "=", "NEW")
      .where("response_due_at", "<", now)
      .where("response_stopped_at", "is", null),
    "response_due_at",
  );
}

/** Who has come since then. Index: leads_newest, leads_agent. */
export async function newLeads(work: Work, since: Date): Promise<number> {
  const { leads } = await leadsOf(work)
    .select(({ fn }) => fn.countAll<number>().as("leads"))
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  return leads;
}

async function firstOf(leads: ReturnType<typeof leadsOf>, by: "follow_up_due_at" | "response_due_at") {
  const rows = await leads
    .select(summaryColumns)
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy(by)
    .orderBy("id")
    .limit(SHOWN)
    .execute();
  return { total: rows[0]?.total ?? 0, items: rows as unknown as SummaryRow[] };
}

function leadsOf({ db, scope, exceptBrokerages }: Work) {
  const leads = leadsWithin(db, scope);
  return exceptBrokerages.length === 0 ? leads : leads.where("brokerage_id", "not in", exceptBrokerages);
}
