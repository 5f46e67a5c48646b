import { FieldReader, type RawRecord } from "../../listings/index.ts";
import { keyFields, type Resource, TIMESTAMP } from "../client/odata-query.ts";

/** The key of a record as it was sent; null where there is none that can be stored. */
export function keyOfRecord(resource: Resource, record: RawRecord): string | null {
  const key = record?.[keyFields[resource]];
  if (typeof key === "number") return String(key);
  const isKey = typeof key === "string" && key !== "" && !key.includes("\0") && key.isWellFormed();
  return isKey ? key : null;
}

/** ModificationTimestamp as it was sent; null where there is none that can be compared. */
export function timestampOf(record: RawRecord): string | null {
  const timestamp = record?.[TIMESTAMP];
  return typeof timestamp === "string" && !Number.isNaN(Date.parse(timestamp)) ? timestamp : null;
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

const OBJECT = /^\s*\{/;

/** A record as it was sent. */
export function textOfRecord(record: unknown): string {
  return JSON.stringify(record) ?? "null";
}

/** The ModificationTimestamp of a record that was stored as text. */
export function timeInText(text: string): number | null {
  return OBJECT.test(text) ? storedTime(JSON.parse(text) as RawRecord) : null;
}
