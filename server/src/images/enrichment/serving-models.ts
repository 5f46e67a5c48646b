import { serveFirst, switchModel } from "../../model-vectors/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** `visual`: vectors of pictures; `description`: vectors of the captions that models write. */
export const imageVectorKinds = ["visual", "description"] as const;
export type ImageVectorKind = (typeof imageVectorKinds)[number];

type ModelOfKind = Record<ImageVectorKind, string>;

/** The first models serve as soon as vectors are stored, because no older vectors exist. */
export async function serveFirstImageModels(ctx: Context, models: ModelOfKind): Promise<void> {
  for (const kind of imageVectorKinds) await serveFirst(ctx, kind, models[kind]);
}

/** Makes these models the serving ones, and deletes the vectors of others. */
export async function switchImageModels(ctx: Context, models: ModelOfKind): Promise<void> {
  for (const kind of imageVectorKinds) {
    const model = models[kind];
    await switchModel(ctx, { kind, model, deleteOthers: () => deleteOthers(ctx.db, kind, model) });
  }
}

const VECTORS_A_DELETION = 1000;

async function deleteOthers(db: Db, kind: ImageVectorKind, model: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("image_vectors")
    .where((where) =>
      where(
        where.refTuple("enrichment_id", "kind", "model"),
        "in",
        where
          .selectFrom("image_vectors")
          .select(["enrichment_id", "kind", "model"])
          .where("kind", "=", kind)
          .where("model", "!=", model)
          .limit(VECTORS_A_DELETION)
          .$asTuple("enrichment_id", "kind", "model"),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows >= VECTORS_A_DELETION;
}
