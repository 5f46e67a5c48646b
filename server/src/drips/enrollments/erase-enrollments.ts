import type { Context } from "../../platform/context.ts";

/**
 * Removes some leads from all that they are or were on. They must be held; their enrollments are too, first, in the order of
 * ids, as whoever edits a sequence holds them.
 *
 * @returns how many enrollments.
 */
export async function eraseEnrollments({ db }: Context, leadIds: readonly number[]): Promise<number> {
  if (leadIds.length === 0) return 0;
  const own = await db
    .selectFrom("drip_enrollments")
    .select("id")
    .where("lead_id", "in", leadIds)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (own.length === 0) return 0;
  await db.deleteFrom("drip_enrollments").where("lead_id", "in", leadIds).execute();
  return own.length;
}
