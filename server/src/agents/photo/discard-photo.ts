import type { Context } from "../../platform/context.ts";
import { afterCommit } from "../../platform/database/database.ts";
import { photoFilesOf } from "./photo-files.ts";

/**
 * Deletes the agent's previous photo after the commit, if it was uploaded and no other agent shows it. A failed
 * deletion only leaves an unused file.
 */
export async function discardPhoto(ctx: Context, stored: string | null): Promise<void> {
  const key = stored === null ? null : ctx.storage.keyOf(stored);
  const files = key === null ? null : photoFilesOf(key);
  if (files === null) return;
  const shown = await ctx.db
    .selectFrom("agents")
    .select("id")
    .where("photo_url", "=", stored)
    .limit(1)
    .executeTakeFirst();
  if (shown) return;
  afterCommit(ctx, () => {
    for (const file of Object.values(files)) {
      ctx.storage
        .delete(file)
        .catch((error) => ctx.log.warn({ err: error, file }, "old agent photo not deleted"));
    }
  });
}
