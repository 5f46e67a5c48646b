import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { pruneIndexed } from "../photos/prune-readings.ts";
import { alone } from "../photos/readers.sql.ts";
import type { UsesImages } from "../services.ts";

/**
 * When the index has no place for so many more pictures, those go first that no listing shows any more, which else keep theirs until
 * the night. Before models are asked, as what has no place is not read at all.
 */
export async function makeRoom(ctx: Context<UsesImages>, wanted: number): Promise<void> {
  const { room } = ctx.images.vectors;
  if (wanted === 0) return;
  if (!(await room.isFull(ctx)) && (await hasRoom(ctx, wanted))) return;
  if (!(await room.isToBeCleared(ctx))) return;
  const forgotten = await pruneIndexed(ctx);
  ctx.log.info(
    { forgotten },
    "the index of photos is full: pictures that no listing shows any more are forgotten",
  );
  await hasRoom(ctx, wanted);
}

function hasRoom(ctx: Context<UsesImages>, wanted: number): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await alone(ctx.db, "vectors");
    return (await ctx.images.vectors.room.free(ctx, wanted)) >= wanted;
  });
}
