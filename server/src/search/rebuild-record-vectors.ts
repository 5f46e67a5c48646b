import type { Context } from "../context.ts";
import { modelId } from "../platform/models/text-model.ts";
import type { IndexedRecord, RecordKind } from "./record-kinds.ts";
import { rowsOf } from "./record-vector-row.ts";

/** Where records of a kind are read from: those that can be found, in the order of their ids, after one. */
export type RecordSource = {
  kind: RecordKind;
  after(ctx: Context, id: number, limit: number): Promise<IndexedRecord[]>;
};

const RECORDS_A_PAGE = 200;

/**
 * Gives a vector of the current text model to every record that has none: it is older than the search, or the model
 * has changed. Stops between pages when the process is asked to; the next start goes on.
 *
 * @returns how many records were made findable.
 */
export async function rebuildRecordVectors(ctx: Context, sources: RecordSource[]): Promise<number> {
  let built = 0;
  for (const source of sources) {
    for (let last = 0; !ctx.signal.aborted; ) {
      const page = await source.after(ctx, last, RECORDS_A_PAGE);
      if (page.length === 0) break;
      built += await buildMissing(ctx, source.kind, page);
      last = Math.max(...page.map(({ id }) => id));
    }
  }
  return built;
}

async function buildMissing(ctx: Context, kind: RecordKind, page: IndexedRecord[]): Promise<number> {
  const model = modelId(ctx.textModel);
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
  await ctx.db
    .insertInto("record_vectors")
    .values(await rowsOf(ctx.textModel, missing))
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "record_id"])
        .doUpdateSet((excluded) => ({
          brokerage_id: excluded.ref("excluded.brokerage_id"),
          model: excluded.ref("excluded.model"),
          title: excluded.ref("excluded.title"),
          vector: excluded.ref("excluded.vector"),
        }))
        // A record that was edited meanwhile has a newer vector already.
        .where("record_vectors.model", "!=", model),
    )
    .execute();
  return missing.length;
}
