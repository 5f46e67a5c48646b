import { FieldReader, type RawRecord } from "../../listings/index.ts";
import { keyFields, type Resource, TIMESTAMP } from "../client/odata-query.ts";

/** The key of a record as it was sent; null where there is none that can be stored. */
export function keyOfRecord(resource: Resource, record: RawRecord): string | null {
  return keyIn(record?.[keyFields[resource]]);
}

/** The key in a field of a record; null where there is none that can be stored. */
export function keyIn(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  const isKey = typeof value === "string" && value !== "" && !value.includes("\0") && value.isWellFormed();
  return isKey ? value : null;
}

/** ModificationTimestamp as it was sent; null where there is none that can be compared. */
export function timestampOf(record: RawRecord): string | null {
  const timestamp = record?.[TIMESTAMP];
  return typeof timestamp === "string" && !Number.isNaN(instantOf(timestamp)) ? timestamp : null;
}

/** A timestamp as text in Unix ms; without an offset it is UTC, as where it is stored. NaN for other text. */
export function instantOf(timestamp: string): number {
  return storedTime({ [TIMESTAMP]: timestamp }) ?? Number.NaN;
}

/** ModificationTimestamp as it is stored, in Unix ms; null where there is none. */
export function storedTime(record: RawRecord): number | null {
  const iso = new FieldReader(record).timestamp(TIMESTAMP);
  return iso === null ? null : Date.parse(iso);
}

/** Whether a record says itself that it is gone. */
export function isGone(record: RawRecord): boolean {
  return record.StandardStatus === "Delete" || new FieldReader(record).boolean("MlgCanView") === false;
}

/** A record as it was sent. */
export function textOfRecord(record: unknown): string {
  return JSON.stringify(record) ?? "null";
}
