import type { Context } from "../../platform/context.ts";
import { afterCommit } from "../../platform/database/database.ts";
import { photoFilesOf } from "./photo-files.ts";

/**
 * Deletes the photo that an agent had until this transaction, if it was uploaded and no other agent shows it. A file
 * that cannot be deleted is only a file too many.
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
        .catch((error) => ctx.log.warn({ err: error, file }, "an agent's old photo was not deleted"));
    }
  });
}
