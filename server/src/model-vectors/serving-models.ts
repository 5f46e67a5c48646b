import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

/** `listing`: texts of listings; `visual`: pictures; `description`: captions that models write. */
export type VectorKind = "listing" | "visual" | "description";

export type Serving = { model: string; since: Date };

/** The model whose vectors serve searches: the last one that has embedded everything. Undefined before the first. */
export function servingModel(db: Db, kind: VectorKind): Promise<Serving | undefined> {
  return db
    .selectFrom("serving_models")
    .select(["model", "since"])
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** The first model serves as soon as vectors are stored, because no older ones exist. */
export async function serveFirst(ctx: Context, kind: VectorKind, model: string): Promise<void> {
  await ctx.db
    .insertInto("serving_models")
    .values({ kind, model, since: ctx.clock.now() })
    .onConflict((conflict) => conflict.column("kind").doNothing())
    .execute();
}

export type ModelSwitch = {
  kind: VectorKind;
  /** The model that has embedded everything. */
  model: string;
  /** Deletes some vectors of other models, and returns whether there may be more. */
  deleteOthers: () => Promise<boolean>;
};

/**
 * Makes this model the serving one. Vectors of other models are deleted in batches, because the embedded database has
 * a single connection.
 *
 * @returns whether another model was serving before.
 */
export async function switchModel(
  ctx: Context,
  { kind, model, deleteOthers }: ModelSwitch,
): Promise<boolean> {
  const before = await servingModel(ctx.db, kind);
  if (before?.model === model) return false;
  const since = ctx.clock.now();
  await ctx.db
    .insertInto("serving_models")
    .values({ kind, model, since })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet({ model, since }))
    .execute();
  if (before) ctx.log.info({ kind, before: before.model, model }, "serving model changed");
  while (!ctx.signal.aborted) if (!(await deleteOthers())) break;
  return true;
}
