import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { RecordKind } from "./record-vector-row.ts";

export type RecordVectorRow = {
  record_id: number;
  model: string;
  title: string;
  vector: Buffer;
  /** The stems of the query that the record's text contains. */
  said: string[];
};

type Scope = {
  kind: RecordKind;
  brokerageId: number | null;
  exceptBrokerages?: number[];
  /** In ascending precedence: of a record with vectors of several models, the last one's is used. */
  models: readonly string[];
  /** Of the query. */
  stems: readonly string[];
};

/** A row has one to three kilobytes: decoding this many does not block the event loop noticeably. */
const PAGE = 500;

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
    if (page.length < PAGE || !last) return;
    after = last.record_id;
  }
}

export function pageOfVectors(
  db: Db,
  { kind, brokerageId, exceptBrokerages = [], models, stems }: Scope,
  after: number,
): Promise<RecordVectorRow[]> {
  return db
    .selectFrom("record_vectors")
    .distinctOn("record_id")
    .select(["record_id", "model", "title", "vector"])
    .select(
      sql<string[]>`case when stems && ${stems}::text[] then
        array(select stem from unnest(${stems}::text[]) asked (stem) where stem = any(stems)) else '{}' end`.as(
        "said",
      ),
    )
    .where("kind", "=", kind)
    .where("model", "in", models)
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .$if(exceptBrokerages.length > 0, (query) =>
      query.where(sql<boolean>`brokerage_id <> all(${exceptBrokerages}::integer[])`),
    )
    .where("record_id", ">", after)
    .orderBy("record_id")
    .orderBy(sql`array_position(${models}::text[], model)`, "desc")
    .limit(PAGE)
    .execute();
}
