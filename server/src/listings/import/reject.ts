import type { ImportItem } from "./listing-record.ts";

/** A row that was not imported. `row` is the row as it was sent, as JSON; null when it cannot be written as JSON. */
export type Reject = { line: number; reasons: string[]; row: string | null; header?: string };

export function rejectOf({ line, sent }: ImportItem, reasons: string[]): Reject {
  const { row = null, header } = sent?.() ?? {};
  return { line, reasons, row: toJson(row), ...(header === undefined ? {} : { header }) };
}

function toJson(row: unknown): string | null {
  try {
    return JSON.stringify(row);
  } catch {
    // Nested a hundred thousand deep, for example.
    return null;
  }
}
