import type { Context } from "../platform/context.ts";

const KEPT_DAYS = 90;
const ROWS_A_BATCH = 1000;

/**
 * Deletes audit rows older than 90 days (SPEC: Retention), oldest first, in short statements. Stops between two of
 * them when the signal is aborted.
 *
 * @returns how many rows were deleted.
 */
export async function pruneAuditLog(ctx: Context): Promise<number> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  let pruned = 0;
  while (!ctx.signal.aborted) {
    const gone = await ctx.db
      .deleteFrom("audit_log")
      .where("id", "in", (audit) =>
        audit
          .selectFrom("audit_log")
          .select("id")
          .where("created_at", "<", oldest)
          .orderBy("created_at")
          .limit(ROWS_A_BATCH),
      )
      .executeTakeFirst();
    const rows = Number(gone.numDeletedRows);
    pruned += rows;
    if (rows < ROWS_A_BATCH) break;
  }
  return pruned;
}
