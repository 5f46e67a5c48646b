import type { Context } from "../platform/context.ts";

/** Removes why some leads went to whom. @returns how many decisions. */
export async function eraseDecisions({ db }: Context, leadIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("routing_decisions")
    .where("lead_id", "in", leadIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
