import type { Selectable } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { DripEnrollments } from "../../platform/database/types.generated.ts";
import { lockEnrollments } from "./stop-enrollments.ts";

type Row = Selectable<DripEnrollments>;

/** An enrollment before and after an edit of its lead; `before` is null for a new one. */
export type EnrollmentChange = { before: Row | null; after: Row };

/** The enrollments of leads, by id. Index: drip_enrollments_lead. */
export async function enrollmentsOfLeads(db: Db, leadIds: readonly number[]): Promise<Map<number, Row>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db.selectFrom("drip_enrollments").selectAll().where("lead_id", "in", leadIds).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What has changed of the enrollments of locked leads since they were read. The first steps that have begun since then wait until
 * `until`, when the edit cannot be undone any more.
 */
export async function holdChangedEnrollments(
  db: Db,
  { before, leadIds, until }: { before: ReadonlyMap<number, Row>; leadIds: readonly number[]; until: Date },
): Promise<EnrollmentChange[]> {
  const isChanged = (row: Row) => !isSame(before.get(row.id) ?? null, row);
  const changed = [...(await enrollmentsOfLeads(db, leadIds)).values()].filter(isChanged);
  const early = changed.filter(({ next_send_at: at }) => at !== null && at < until).map(({ id }) => id);
  if (early.length > 0)
    await db.updateTable("drip_enrollments").set({ next_send_at: until }).where("id", "in", early).execute();
  return changed.map((row) => ({
    before: before.get(row.id) ?? null,
    after: early.includes(row.id) ? { ...row, next_send_at: until } : row,
  }));
}

/**
 * Undoes changes of the enrollments of a locked lead, but those of enrollments that have changed since, and of sequences that were
 * turned off or deleted. Locks the sequences first, as every change of enrollments does.
 *
 * @returns how many are undone, and how many stay.
 */
export async function undoEnrollmentChanges(
  { db }: Context,
  leadId: number,
  changes: readonly EnrollmentChange[],
): Promise<{ undone: number; kept: number }> {
  if (changes.length === 0) return { undone: 0, kept: 0 };
  const sequences = await db
    .selectFrom("drip_sequences")
    .select(["id", "active"])
    .where(
      "id",
      "in",
      changes.map(({ after }) => after.sequence_id),
    )
    .orderBy("id")
    .forKeyShare()
    .execute();
  const isOn = new Map(sequences.map(({ id, active }) => [id, active]));
  await lockEnrollments(db, [leadId]);
  const current = await enrollmentsOfLeads(db, [leadId]);
  const undoable = changes.filter(
    ({ before, after }) =>
      isSame(current.get(after.id) ?? null, after) &&
      (before?.status !== "active" || isOn.get(after.sequence_id) === true),
  );
  for (const { before, after } of undoable) {
    if (before === null) await db.deleteFrom("drip_enrollments").where("id", "=", after.id).execute();
    else await restore(db, before);
  }
  return { undone: undoable.length, kept: changes.length - undoable.length };
}

async function restore(db: Db, row: Row): Promise<void> {
  const { id, sequence_id, lead_id, ...columns } = row;
  await db.updateTable("drip_enrollments").set(columns).where("id", "=", id).execute();
}

/** Compared as JSON: a change is kept as that. */
function isSame(one: Row | null, other: Row | null): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(row: Row | null) {
  return row && Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
}
