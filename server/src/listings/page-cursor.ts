import { hash } from "node:crypto";
import { AppError } from "../platform/errors.ts";
import type { FilterPlace } from "./filters/filter-rules.ts";
import type { SortPlace } from "./search-index/listing-query.ts";

/**
 * Where the next page of a list begins (search.md of the design, D15): behind a listing, by its place in the order, so that listings that come and go
 * before it move nothing. `seen` counts the items of the pages before.
 */
export type PageCursor = { after: SortPlace; seen: number };

/** @param list stands for the list that the cursor belongs to: its filters, its sort and its tenant. */
export function encodeCursor(list: string, { after, seen }: PageCursor): string {
  const fields = [digestOf(list), after.value, after.listingId, seen];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/** @throws AppError 422 for a text that is no cursor, or one of another list. */
export function readCursor(list: string, text: string, place: FilterPlace): PageCursor {
  const fields = decode(text);
  const refuse = (problem: string) =>
    new AppError("invalid", [
      { loc: place("cursor"), msg: `cursor ${problem}: begin again without it`, type: "value_error" },
    ]);
  if (!fields) throw refuse("is not one that this API has given");
  const [digest, value, listingId, seen] = fields;
  if (digest !== digestOf(list)) throw refuse("belongs to a list with other filters or another sort");
  return { after: { value, listingId }, seen };
}

function decode(
  text: string,
): [digest: string, value: number | null, listingId: string, seen: number] | null {
  try {
    const fields: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(fields) || fields.length !== 4) return null;
    const [digest, value, listingId, seen] = fields;
    const isCursor =
      typeof digest === "string" &&
      (value === null || typeof value === "number") &&
      typeof listingId === "string" &&
      Number.isSafeInteger(seen) &&
      seen >= 0;
    return isCursor ? [digest, value, listingId, seen] : null;
  } catch {
    return null;
  }
}

function digestOf(list: string): string {
  return hash("sha1", list, "base64url").slice(0, 12);
}
