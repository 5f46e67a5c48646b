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
import { tagsOf } from "../../tags/lead-tags.ts";
import { leadsOfPerson } from "./leads-of-person.ts";

const BATCH = 100;

/** A lead in a person's data export, with its related rows. */
export type ExportedLead = Record<string, unknown> & {
  timeline: unknown[];
  signals: unknown[];
  flags: unknown[];
  tags: string[];
  drips: unknown[];
};

/**
 * Exports the leads of a person with all related data, oldest first, in batches. The agent is the only member of staff named:
 * the authors of entries are personal data of staff.
 */
export async function* exportLeads(ctx: Context, person: DataSubject): AsyncGenerator<ExportedLead> {
  for (let last = 0; ; ) {
    const rows = await leadsOfPerson(ctx.db, person)
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield* await withRelatedRows(ctx, rows);
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id as number;
  }
}

async function withRelatedRows({ db, clock }: Context, rows: Selectable<Leads>[]): Promise<ExportedLead[]> {
  const ids = rows.map(({ id }) => id);
  const agents = await agentNames(
    db,
    rows.flatMap(({ assigned_agent_id: id }) => id ?? []),
  );
  const events = await rowsByLead<LeadEvents>(db, "lead_events", ids);
  const signals = await rowsByLead<LeadSignals>(db, "lead_signals", ids);
  const flags = await rowsByLead<LeadFlags>(db, "lead_flags", ids);
  const tags = await tagsOf(db, ids);
  const drips = await exportEnrollments(db, ids);
  return rows.map(({ brokerage_id, assigned_agent_id, heat, alerts_decided, ...lead }) => ({
    ...lead,
    agent: agents.get(assigned_agent_id ?? 0) ?? null,
    temperature: temperatureAt(heat, clock.now()),
    timeline: events(lead.id).map(({ lead_id, actor_id, actor_name, ...event }) => event),
    signals: signals(lead.id).map(({ lead_id, origin, ...signal }) => signal),
    flags: flags(lead.id).map(({ lead_id, set_by, cleared_by, ...flag }) => flag),
    tags: tags.get(lead.id) ?? [],
    drips: drips(lead.id),
  }));
}

/** The rows of a table by lead, in insertion order. */
async function rowsByLead<Table extends LeadEvents | LeadSignals | LeadFlags>(
  db: Db,
  table: "lead_events" | "lead_signals" | "lead_flags",
  leadIds: number[],
) {
  const rows = await db.selectFrom(table).selectAll().where("lead_id", "in", leadIds).orderBy("id").execute();
  return (leadId: number) =>
    (rows as unknown as (Selectable<Table> & { lead_id: number })[]).filter((row) => row.lead_id === leadId);
}
