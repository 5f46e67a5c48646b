import { refuseProtectedTerms } from "../fair-housing/index.ts";
import { builtinTextModel, correctSpelling, ModelError, modelId, type UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit, type Db } from "../platform/database/database.ts";
import { pageOfVectors, type RecordVectorRow, type Scope, VECTORS_PAGE } from "./page-of-vectors.sql.ts";
import { type Meaning, type Ranking, rankRecords } from "./rank-records.ts";
import {
  type IndexedRecord,
  informativeWords,
  modelsOf,
  type RecordKind,
  rowsOf,
} from "./record-vector-row.ts";

export const embedRecordsJob = "read-records";

/**
 * Updates a record in the search index. Call it in the transaction that changes the record: it computes only the
 * builtin model's vector; a job computes the configured model's soon after.
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

/** Removes a record from the search index, because it was deleted or disabled. */
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
 * The `limit` records nearest to `query`, best first, and the total number of matches; `brokerageId` null: all
 * brokerages except `exceptBrokerages`. The similarity, 0 to 1, is comparable between queries of one text model: 1 for
 * an equal name, `NAMED` or more for a name with all query words, less for a typo or a similar text. Matches at chance
 * level are left out. Names are compared with the whole query, texts with what remains of it without terms of
 * protected classes (docs/fair-housing.md).
 */
export async function searchRecords(ctx: Context<UsesModels>, search: RecordQuery): Promise<Ranking> {
  const { query, limit, ...scope } = search;
  const { text } = refuseProtectedTerms(query);
  const stems = [...new Set(informativeWords(text).map(({ stem }) => stem))];
  const meant = await meaningsOf(ctx, correctSpelling(text));
  const pages = recordVectors(ctx.db, { ...scope, models: [...meant.keys()], stems });
  return rankRecords(pages, { name: query, text, meant, limit });
}

/** The query's vector by each model's id. While the configured model does not answer, only the builtin one is used. */
async function meaningsOf(ctx: Context<UsesModels>, text: string): Promise<Map<string, Meaning>> {
  const meanings = new Map<string, Meaning>();
  for (const model of modelsOf(ctx)) {
    try {
      const [vector] = (await model.embed([text], { as: "query" })) as [Float32Array];
      meanings.set(modelId(model), { vector, noise: model.noise });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      ctx.log.warn({ err: error }, "text model unavailable, record search uses the builtin model");
    }
  }
  return meanings;
}

/**
 * All vectors that a search compares, page by page: some thousand rows, for one brokerage by record_vectors_brokerage,
 * for all by the primary key. Rejected: a copy in memory, which each process would have to synchronize, to save the
 * few milliseconds of this query.
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
