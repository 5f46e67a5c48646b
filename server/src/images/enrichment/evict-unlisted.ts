import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { imageVectorsCursor } from "../cursors.ts";
import { pruneIndexed } from "../photos/prune-enrichments.ts";
import type { UsesImages } from "../services.ts";

/**
 * When the index has no place for so many more pictures, those go first that no listing shows any more, which else keep theirs until
 * the night. Before models are asked, as what has no place is not read at all.
 */
export async function evictUnlisted(ctx: Context<UsesImages>, wanted: number): Promise<void> {
  const { capacity } = ctx.images.vectors;
  if (wanted === 0) return;
  if (!(await capacity.isFull(ctx)) && (await hasCapacity(ctx, wanted))) return;
  if (!(await capacity.shouldEvict(ctx))) return;
  const forgotten = await pruneIndexed(ctx);
  ctx.log.info(
    { forgotten },
    "the index of photos is full: pictures that no listing shows any more are forgotten",
  );
  await hasCapacity(ctx, wanted);
}

function hasCapacity(ctx: Context<UsesImages>, wanted: number): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await imageVectorsCursor.lock(ctx.db);
    return (await ctx.images.vectors.capacity.free(ctx, wanted)) >= wanted;
  });
}
