import type { Context } from "../platform/context.ts";

const KEPT_MS = 24 * 3_600_000;
const BATCH = 1000;

/** Deletes bulk edits of more than a day ago, which cannot be undone any more. Index: lead_bulk_edits_created. */
export async function pruneBulkEdits({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom("lead_bulk_edits")
      .where("id", "in", (from) =>
        from
          .selectFrom("lead_bulk_edits as old")
          .select("old.id")
          .where("old.created_at", "<", before)
          .orderBy("old.created_at")
          .limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < BigInt(BATCH)) return;
  }
}
