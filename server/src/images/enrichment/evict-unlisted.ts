import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { imageVectorsCursor } from "../cursors.ts";
import { pruneIndexed } from "../photos/prune-enrichments.ts";
import type { UsesImages } from "../services.ts";

/**
 * Deletes vectors of pictures that no listing shows when the index has no capacity for the new pictures; otherwise the
 * nightly run deletes them. Runs before models are called, because a picture without capacity is not enriched.
 */
export async function evictUnlisted(ctx: Context<UsesImages>, wanted: number): Promise<void> {
  const { capacity } = ctx.images.vectors;
  if (wanted === 0) return;
  if (!(await capacity.isFull(ctx)) && (await hasCapacity(ctx, wanted))) return;
  if (!(await capacity.shouldEvict(ctx))) return;
  const evicted = await pruneIndexed(ctx);
  ctx.log.info({ evicted }, "photo index full, pictures without a listing evicted");
  await hasCapacity(ctx, wanted);
}

function hasCapacity(ctx: Context<UsesImages>, wanted: number): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await imageVectorsCursor.lock(ctx.db);
    return (await ctx.images.vectors.capacity.free(ctx, wanted)) >= wanted;
  });
}
