import type { Db } from "../platform/database/database.ts";
import type { RecordKind } from "./record-kinds.ts";

export type RecordVectorRow = { record_id: number; title: string; vector: Buffer };

/**
 * Every vector that a search compares: some thousand rows of one to three kilobytes, of one brokerage by
 * record_vectors_brokerage, of all by the primary key. Rejected: a copy in memory, which each process would have to keep
 * in step with the others, to save the few milliseconds this takes.
 */
export function recordVectors(
  db: Db,
  scope: { kind: RecordKind; brokerageId: number | null; model: string },
): Promise<RecordVectorRow[]> {
  const { kind, brokerageId, model } = scope;
  return db
    .selectFrom("record_vectors")
    .select(["record_id", "title", "vector"])
    .where("kind", "=", kind)
    .where("model", "=", model)
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .execute();
}
