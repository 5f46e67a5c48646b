import { NOT_UTF8 } from "../../platform/text-files/open-text.ts";
import type { RawRecord } from "./field-reader.ts";
import { type ImportItem, keyOf } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";

/** How a reason names the entry, and whether its text was not searched for the replacement character. */
type EntryOf = { line: number; unit: "line" | "record"; mayHoldReplacement: boolean };

/** A value of a JSON text as an item of the import. */
export function readEntry(value: unknown, of: EntryOf): ImportItem {
  const item = checkEntry(value, of);
  item.sent = () => ({ row: value });
  return item;
}

function checkEntry(value: unknown, { line, unit, mayHoldReplacement }: EntryOf): ImportItem {
  try {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { line, reasons: [`The ${unit} is not a JSON object`] };
    }
    const item = normaliseReso(value as RawRecord, line);
    if (!mayHoldReplacement || !holdsReplacement(value)) return item;
    const key = keyOf(item);
    return {
      line,
      reasons: [`The ${unit} is not valid UTF-8`],
      ...(key === undefined || key.includes(NOT_UTF8) ? {} : { key }),
    };
  } catch (error) {
    // Nested a hundred thousand deep, for example.
    const reason = error instanceof Error ? error.message : error;
    return { line, reasons: [`The record cannot be read: ${reason}`] };
  }
}

function holdsReplacement(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NOT_UTF8);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsReplacement);
}
