import { type Lease, requireLease, whileHeld } from "../leases/index.ts";
import { modelId, type TextModel, type UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { type IndexedRecord, modelsOf, type RecordKind, rowsOf } from "./record-vector-row.ts";

/** Reads the searchable records of a kind after an id, in the order of their ids. */
export type RecordSource = {
  kind: RecordKind;
  after(ctx: Context<UsesModels>, id: number, limit: number): Promise<IndexedRecord[]>;
};

const RECORDS_A_PAGE = 200;

/**
 * Computes the missing vectors of the builtin model and, if it is another, of the configured one: of records that are
 * older than the search, were edited, or after a change of models. Stops between pages when asked to; the next run
 * continues. One worker at a time runs it, so that no model embeds a record twice.
 *
 * @returns how many records got new vectors.
 * @throws ModelError when the configured model does not answer; the builtin model's vectors are complete then.
 */
export async function rebuildRecordVectors(
  ctx: Context<UsesModels>,
  sources: RecordSource[],
): Promise<number> {
  let built = 0;
  await whileHeld(ctx, "record vectors", async (ctx, lease) => {
    for (const model of modelsOf(ctx)) {
      for (const source of sources) built += await rebuildKind(ctx, lease, { model, source });
    }
    if (!ctx.signal.aborted) await dropOtherModels(ctx);
  });
  return built;
}

async function rebuildKind(
  ctx: Context<UsesModels>,
  lease: Lease,
  { model, source }: { model: TextModel; source: RecordSource },
): Promise<number> {
  let built = 0;
  for (let last = 0; !ctx.signal.aborted; ) {
    const page = await source.after(ctx, last, RECORDS_A_PAGE);
    const end = page.at(-1);
    if (!end) break;
    built += await buildMissing(ctx, lease, { model, kind: source.kind, page });
    last = end.id;
  }
  return built;
}

/** Deletes vectors of models that are no longer used. */
async function dropOtherModels(ctx: Context<UsesModels>): Promise<void> {
  await ctx.db.deleteFrom("record_vectors").where("model", "not in", modelsOf(ctx).map(modelId)).execute();
}

async function buildMissing(
  ctx: Context<UsesModels>,
  lease: Lease,
  { model: textModel, kind, page }: { model: TextModel; kind: RecordKind; page: IndexedRecord[] },
): Promise<number> {
  const model = modelId(textModel);
  const current = await ctx.db
    .selectFrom("record_vectors")
    .select("record_id")
    .where("kind", "=", kind)
    .where("model", "=", model)
    .where(
      "record_id",
      "in",
      page.map(({ id }) => id),
    )
    .execute();
  const built = new Set(current.map(({ record_id }) => record_id));
  const missing = page.filter(({ id }) => !built.has(id));
  if (missing.length === 0) return 0;
  const rows = await rowsOf(textModel, missing);
  return inTransaction(ctx, async ({ db }) => {
    await requireLease(db, lease);
    await db
      .insertInto("record_vectors")
      .values(rows)
      .onConflict((conflict) =>
        // A record that was edited meanwhile already has a newer vector.
        conflict.columns(["kind", "record_id", "model"]).doNothing(),
      )
      .execute();
    return missing.length;
  });
}
