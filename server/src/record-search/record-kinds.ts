/** What can be found by words: whose slice owns the record. */
export type RecordKind = "brokerage" | "agent" | "broker_contact";

export type IndexedRecord = {
  kind: RecordKind;
  id: number;
  brokerageId: number;
  /** All of it that somebody may look for, most telling first; the first line is its name. */
  text: string;
};
