import { builtinTextModel, ModelError, mendSpelling, modelId, type UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit, type Db } from "../platform/database/database.ts";
import { pageOfVectors, type RecordVectorRow, type Scope, VECTORS_PAGE } from "./page-of-vectors.sql.ts";
import { type Meaning, type Ranking, rankRecords } from "./rank-records.ts";
import { type IndexedRecord, modelsOf, type RecordKind, rowsOf, tellingWords } from "./record-vector-row.ts";

export const embedRecordsJob = "read-records";

/**
 * Makes a record findable by words, as it now is. Call it in the transaction that changes the record: it waits for no model
 * but the builtin one, and another reads the record soon after.
 */
export async function indexRecord(ctx: Context<UsesModels>, record: IndexedRecord): Promise<void> {
  const [row] = await rowsOf(builtinTextModel, [record]);
  if (!row) return;
  await ctx.db
    .insertInto("record_vectors")
    .values(row)
    .onConflict((conflict) => conflict.columns(["kind", "record_id", "model"]).doUpdateSet(row))
    .execute();
  if (modelsOf(ctx).length === 1) return;
  await ctx.db
    .deleteFrom("record_vectors")
    .where("kind", "=", record.kind)
    .where("record_id", "=", record.id)
    .where("model", "!=", row.model)
    .execute();
  afterCommit(ctx, () => ctx.jobs.wake(embedRecordsJob));
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
export async function searchRecords(ctx: Context<UsesModels>, search: RecordQuery): Promise<Ranking> {
  const { query, limit, ...scope } = search;
  const stems = [...new Set(tellingWords(query).map(({ stem }) => stem))];
  const meant = await meaningsOf(ctx, mendSpelling(query));
  const pages = recordVectors(ctx.db, { ...scope, models: [...meant.keys()], stems });
  return rankRecords(pages, { query, meant, limit });
}

/** What a query means to each model, by its id. While the configured one does not answer, the builtin one searches alone. */
async function meaningsOf(ctx: Context<UsesModels>, text: string): Promise<Map<string, Meaning>> {
  const meanings = new Map<string, Meaning>();
  for (const model of modelsOf(ctx)) {
    try {
      const [vector] = (await model.embed([text], { as: "query" })) as [Float32Array];
      meanings.set(modelId(model), { vector, noise: model.noise });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      ctx.log.warn({ err: error }, "records are searched by the builtin model alone");
    }
  }
  return meanings;
}

/**
 * Every vector that a search compares, page by page: some thousand rows, of one brokerage by record_vectors_brokerage,
 * of all by the primary key. Rejected: a copy in memory, which each process would have to keep in step with the others,
 * to save the milliseconds this takes.
 */
export async function* recordVectors(db: Db, scope: Scope): AsyncGenerator<RecordVectorRow[]> {
  for (let after = 0; ; ) {
    const page = await pageOfVectors(db, scope, after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < VECTORS_PAGE || !last) return;
    after = last.record_id;
  }
}
