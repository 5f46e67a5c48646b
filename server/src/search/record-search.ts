import type { Context } from "../context.ts";
import { mendSpelling } from "../platform/models/language/mend-spelling.ts";
import { modelId } from "../platform/models/text-model.ts";
import { type Ranking, rankRecords } from "./rank-records.ts";
import type { IndexedRecord, RecordKind } from "./record-kinds.ts";
import { rowsOf } from "./record-vector-row.ts";
import { recordVectors } from "./record-vectors.sql.ts";

/** Makes a record findable by words, as it now is. Call it in the transaction that changes the record. */
export async function indexRecord(ctx: Context, record: IndexedRecord): Promise<void> {
  const [row] = await rowsOf(ctx.textModel, [record]);
  if (!row) return;
  await ctx.db
    .insertInto("record_vectors")
    .values(row)
    .onConflict((conflict) => conflict.columns(["kind", "record_id"]).doUpdateSet(row))
    .execute();
}

/** Takes a record out of the search: it is deleted or disabled. */
export async function forgetRecord(ctx: Context, record: Pick<IndexedRecord, "kind" | "id">): Promise<void> {
  await ctx.db
    .deleteFrom("record_vectors")
    .where("kind", "=", record.kind)
    .where("record_id", "=", record.id)
    .execute();
}

type RecordQuery = {
  kind: RecordKind;
  query: string;
  brokerageId: number | null;
  exceptBrokerages?: number[];
  limit: number;
};

/**
 * The `limit` records nearest to `query`, best first, and how many there are in all; `brokerageId` null: of all
 * brokerages but `exceptBrokerages`. Similarity is 0 to 1 and means the
 * same in every query of one text model: 1 the very name, `NAMED` or more a name that holds all that was asked, less
 * for a misspelt name or a text of that meaning. What is not above chance is left out.
 */
export async function searchRecords(ctx: Context, search: RecordQuery): Promise<Ranking> {
  const { query, limit, ...scope } = search;
  const { textModel } = ctx;
  const [meant] = (await textModel.embed([mendSpelling(query)])) as [Float32Array];
  const pages = recordVectors(ctx.db, { ...scope, model: modelId(textModel) });
  return rankRecords(pages, { query, meant, noise: textModel.noise, limit });
}
