import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** `visual`: what a picture looks like; `description`: what is said of it. */
export const vectorKinds = ["visual", "description"] as const;
export type VectorKind = (typeof vectorKinds)[number];

export type Serving = { model: string; since: Date };

/** Whose vectors answer: the model's that was the last one to have read everything. Undefined before there was any. */
export function servingModel(db: Db, kind: VectorKind): Promise<Serving | undefined> {
  return db
    .selectFrom("serving_image_models")
    .select(["model", "since"])
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** The first model's vectors answer as they come in: there are no others to go on with. */
export async function serveFirst(ctx: Context, kind: VectorKind, model: string): Promise<void> {
  await ctx.db
    .insertInto("serving_image_models")
    .values({ kind, model, since: ctx.clock.now() })
    .onConflict((conflict) => conflict.column("kind").doNothing())
    .execute();
}

const VECTORS_A_DELETION = 1000;

/** From now on this model's vectors answer; the others' are dropped in parts, as on one connection others wait for each. */
export async function takeOver(ctx: Context, kind: VectorKind, model: string): Promise<void> {
  const before = await servingModel(ctx.db, kind);
  if (before?.model === model) return;
  await ctx.db
    .updateTable("serving_image_models")
    .set({ model, since: ctx.clock.now() })
    .where("kind", "=", kind)
    .execute();
  ctx.log.info({ kind, before: before?.model, model }, "photos are searched by the new model's vectors");
  while (!ctx.signal.aborted) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom("image_vectors")
      .where((where) =>
        where(
          where.refTuple("reading_id", "kind", "model"),
          "in",
          where
            .selectFrom("image_vectors")
            .select(["reading_id", "kind", "model"])
            .where("kind", "=", kind)
            .where("model", "!=", model)
            .limit(VECTORS_A_DELETION)
            .$asTuple("reading_id", "kind", "model"),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < VECTORS_A_DELETION) break;
  }
}
