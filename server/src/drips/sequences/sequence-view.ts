import type { Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DripSequences } from "../../platform/database/types.generated.ts";
import type { DripSequence } from "../drips.schemas.ts";
import { templateWarnings } from "../template-warnings.ts";

export type SequenceRow = Selectable<DripSequences>;

/** A sequence as the API shows it. */
export async function presentSequence(db: Db, row: SequenceRow): Promise<DripSequence> {
  const [sequence] = await presentSequences(db, [row]);
  return sequence as DripSequence;
}

/** Several sequences in the given order, with three queries in all. */
export async function presentSequences(db: Db, rows: SequenceRow[]): Promise<DripSequence[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await stepsOf(db, ids);
  const counts = await countsOf(db, ids);
  return rows.map((row) => ({
    id: row.id,
    brokerage_id: row.brokerage_id,
    name: row.name,
    description: row.description,
    trigger_state: row.trigger_state as DripSequence["trigger_state"],
    pipeline_type: row.pipeline_type as DripSequence["pipeline_type"],
    active: row.active,
    stop_on_state_change: row.stop_on_state_change,
    steps: steps.get(row.id) ?? [],
    warnings: templateWarnings(steps.get(row.id) ?? []),
    active_enrollments: counts.get(row.id)?.active ?? 0,
    total_enrollments: counts.get(row.id)?.total ?? 0,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

async function stepsOf(db: Db, sequenceIds: number[]): Promise<Map<number, DripSequence["steps"]>> {
  const rows = await db
    .selectFrom("drip_steps")
    .select(["sequence_id", "position", "delay_days", "subject_template", "body_template"])
    .where("sequence_id", "in", sequenceIds)
    .orderBy("sequence_id")
    .orderBy("position")
    .execute();
  const steps = new Map<number, DripSequence["steps"]>();
  for (const { sequence_id, ...step } of rows) {
    const before = steps.get(sequence_id);
    if (before) before.push(step);
    else steps.set(sequence_id, [step]);
  }
  return steps;
}

async function countsOf(db: Db, sequenceIds: number[]) {
  const rows = await db
    .selectFrom("drip_enrollments")
    .where("sequence_id", "in", sequenceIds)
    .groupBy("sequence_id")
    .select(({ fn }) => [
      "sequence_id",
      fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
      fn.countAll<number>().as("total"),
    ])
    .execute();
  return new Map(rows.map(({ sequence_id, ...counts }) => [sequence_id, counts]));
}
