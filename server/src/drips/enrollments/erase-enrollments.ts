import type { Context } from "../../platform/context.ts";

/**
 * Deletes all enrollments of some leads, which must be locked. The enrollments are locked first, in the order of ids, as an edit
 * of a sequence locks them.
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
