import type { Context } from "../context.ts";

export type RecordKind = "brokerage" | "agent" | "broker_contact";

type IndexedRecord = {
  kind: RecordKind;
  id: number;
  brokerageId: number;
  /** All of it that somebody may look for, most telling first. */
  text: string;
};

/** Makes a record findable by words, as it now is. Call it in the transaction that changes the record. */
export async function indexRecord(_ctx: Context, _record: IndexedRecord): Promise<void> {}

/** Takes a record out of the search: it is deleted or disabled. */
export async function forgetRecord(
  _ctx: Context,
  _record: Pick<IndexedRecord, "kind" | "id">,
): Promise<void> {}

export type Found = { id: number; similarity: number };

/** The records nearest to `query`, best first; similarity is 0 to 1. `brokerageId` null: of all brokerages. */
export async function searchRecords(
  _ctx: Context,
  _search: { kind: RecordKind; query: string; brokerageId: number | null; limit: number },
): Promise<Found[]> {
  return [];
}
