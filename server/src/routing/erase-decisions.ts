import type { Context } from "../platform/context.ts";

/** Deletes the routing decisions of leads. @returns the number of deleted rows. */
export async function eraseDecisions({ db }: Context, leadIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("routing_decisions")
    .where("lead_id", "in", leadIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
