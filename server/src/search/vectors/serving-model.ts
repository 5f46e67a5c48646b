import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** The one kind of vectors here. */
const kind = "listing";

export type Serving = { model: string; since: Date };

/** Whose vectors answer: the model's that was the last one to have read everything. Undefined before there was any. */
export function servingModel(db: Db): Promise<Serving | undefined> {
  return db
    .selectFrom("serving_models")
    .select(["model", "since"])
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** From now on this model's vectors answer. */
export async function serve(ctx: Context, model: string): Promise<void> {
  const since = ctx.clock.now();
  await ctx.db
    .insertInto("serving_models")
    .values({ kind, model, since })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet({ model, since }))
    .execute();
}
