import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Stage } from "../lifecycle/stages.ts";

/**
 * The stage of each lead by its last stage event (`decide.ts`).
 *
 * Index: lead_events_timeline, read backwards to the first such row of each lead. Expected: one row per lead.
 */
export async function stagesOf(db: Db, leadIds: readonly number[]): Promise<Map<number, Stage>> {
  const { rows } = await sql<{ id: number; stage: Stage }>`
    select leads.id, last.to_stage as stage
    from unnest(${leadIds}::integer[]) as leads (id) cross join lateral (
      select to_stage
      from lead_events
      where lead_id = leads.id and to_stage is not null
      order by occurred_at desc, lead_events.id desc
      limit 1
    ) as last`.execute(db);
  return new Map(rows.map(({ id, stage }) => [id, stage]));
}
