/** The kinds of searchable records; each is owned by the slice of that name. */
export type RecordKind = "brokerage" | "agent" | "broker_contact";

export type IndexedRecord = {
  kind: RecordKind;
  id: number;
  brokerageId: number;
  /** The searchable text, most important first; the first line is the name. */
  text: string;
};
