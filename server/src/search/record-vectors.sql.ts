import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { RecordKind } from "./record-kinds.ts";

export type RecordVectorRow = { record_id: number; title: string; vector: Buffer };

type Scope = {
  kind: RecordKind;
  brokerageId: number | null;
  exceptBrokerages?: number[];
  model: string;
};

/** A row is one to three kilobytes: decoding so many holds nobody up. */
const PAGE = 500;

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
    if (page.length < PAGE || !last) return;
    after = last.record_id;
  }
}

export function pageOfVectors(
  db: Db,
  { kind, brokerageId, exceptBrokerages = [], model }: Scope,
  after: number,
): Promise<RecordVectorRow[]> {
  return db
    .selectFrom("record_vectors")
    .select(["record_id", "title", "vector"])
    .where("kind", "=", kind)
    .where("model", "=", model)
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .$if(exceptBrokerages.length > 0, (query) =>
      query.where(sql<boolean>`brokerage_id <> all(${exceptBrokerages}::integer[])`),
    )
    .where("record_id", ">", after)
    .orderBy("record_id")
    .limit(PAGE)
    .execute();
}
