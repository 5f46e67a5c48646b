import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { RecordKind } from "./record-vector-row.ts";

export type RecordVectorRow = {
  record_id: number;
  model: string;
  title: string;
  vector: Buffer;
  /** The stems of the query that the record's text contains. */
  matchedStems: string[];
};

export type Scope = {
  kind: RecordKind;
  brokerageId: number | null;
  exceptBrokerages?: number[];
  /** In ascending precedence: of a record with vectors of several models, the last one's is used. */
  models: readonly string[];
  /** Of the query. */
  stems: readonly string[];
};

/** A row has one to three kilobytes: decoding this many does not block the event loop noticeably. */
export const VECTORS_PAGE = 500;

/**
 * The next vectors that a search compares, by record.
 *
 * Index: record_vectors_brokerage for one brokerage, the primary key for all. Expected: at most VECTORS_PAGE rows.
 */
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
        array(select stem from unnest(${stems}::text[]) query (stem) where stem = any(stems)) else '{}' end`.as(
        "matchedStems",
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
    .limit(VECTORS_PAGE)
    .execute();
}
