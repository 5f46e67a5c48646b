import type { Selectable } from "kysely";
import { agentNames } from "../../../agents/index.ts";
import { exportEnrollments } from "../../../drips/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { DataSubject } from "../../../platform/data-subject.ts";
import type { Db } from "../../../platform/database/database.ts";
import type {
  LeadEvents,
  LeadFlags,
  LeadSignals,
  Leads,
} from "../../../platform/database/types.generated.ts";
import { temperatureAt } from "../../engagement/temperature/score.ts";
import { leadsOfPerson } from "./leads-of-person.ts";

const BATCH = 100;

/** A lead as the person gets to see it, with all that belongs to it. */
export type ExportedLead = Record<string, unknown> & {
  timeline: unknown[];
  signals: unknown[];
  flags: unknown[];
  drips: unknown[];
};

/**
 * The leads of a person with everything that is held about them, oldest first, some at a time. Of staff it names the agent
 * alone: who has made which entry is theirs, not the person's.
 */
export async function* exportLeads(ctx: Context, person: DataSubject): AsyncGenerator<ExportedLead> {
  for (let last = 0; ; ) {
    const rows = await leadsOfPerson(ctx.db, person)
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield* await withBelongings(ctx, rows);
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id as number;
  }
}

async function withBelongings({ db, clock }: Context, rows: Selectable<Leads>[]): Promise<ExportedLead[]> {
  const ids = rows.map(({ id }) => id);
  const agents = await agentNames(
    db,
    rows.flatMap(({ assigned_agent_id: id }) => id ?? []),
  );
  const events = await belongings<LeadEvents>(db, "lead_events", ids);
  const signals = await belongings<LeadSignals>(db, "lead_signals", ids);
  const flags = await belongings<LeadFlags>(db, "lead_flags", ids);
  const drips = await exportEnrollments(db, ids);
  return rows.map(({ brokerage_id, assigned_agent_id, heat, alerts_decided, ...lead }) => ({
    ...lead,
    agent: agents.get(assigned_agent_id ?? 0) ?? null,
    temperature: temperatureAt(heat, clock.now()),
    timeline: events(lead.id).map(({ lead_id, actor_id, actor_name, ...event }) => event),
    signals: signals(lead.id).map(({ lead_id, origin, ...signal }) => signal),
    flags: flags(lead.id).map(({ lead_id, set_by, cleared_by, ...flag }) => flag),
    drips: drips(lead.id),
  }));
}

/** The rows of a table that belong to some leads, by lead, as they were written. */
async function belongings<Table extends LeadEvents | LeadSignals | LeadFlags>(
  db: Db,
  table: "lead_events" | "lead_signals" | "lead_flags",
  leadIds: number[],
) {
  const rows = await db.selectFrom(table).selectAll().where("lead_id", "in", leadIds).orderBy("id").execute();
  return (leadId: number) =>
    (rows as unknown as (Selectable<Table> & { lead_id: number })[]).filter((row) => row.lead_id === leadId);
}
