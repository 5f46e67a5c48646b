/**
 * A line of a rejects file: a row as it was sent, and why it was rejected. `header` is that of a CSV, for a row that is text.
 * `source` and `map` are those of the import: its source and the path of its column map.
 */
export type RejectedRow = {
  line: number;
  reasons: string[];
  source?: string;
  map?: string;
  header?: string;
  row: unknown;
};

/** Whether a line of JSON is from a rejects file. */
export function isRejectedRow(value: object): value is RejectedRow {
  return "row" in value && "reasons" in value && Array.isArray(value.reasons);
}
