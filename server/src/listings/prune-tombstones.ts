import { sql } from "kysely";
import type { Context } from "../context.ts";
import { inTransaction } from "../platform/database/database.ts";

const KEPT_DAYS = 30;

/** Forgets deletions that every process has long seen; one that has not starts its index afresh. */
export async function pruneTombstones(ctx: Context): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await inTransaction(ctx, async ({ db }) => {
    const gone = await db
      .deleteFrom("listing_tombstones")
      .where("deleted_at", "<", oldest)
      .returning("revision")
      .execute();
    if (gone.length === 0) return;
    const through = Math.max(...gone.map(({ revision }) => revision));
    await db
      .updateTable("listing_log")
      .set({ pruned_through: sql`greatest(pruned_through, ${through})` })
      .execute();
  });
}
