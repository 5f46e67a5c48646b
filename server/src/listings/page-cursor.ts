import { hash } from "node:crypto";
import { AppError, type ValidationIssue } from "../platform/errors.ts";
import type { FilterPlace } from "./filters/filter-rules.ts";
import type { ListingFilters } from "./search-index/listing-query.ts";

/**
 * Where the next page of a list begins (search.md of the design, D15): behind an item, by its place in the order, so that items that come and go
 * before it move nothing. `seen` counts the items of the pages before.
 */
export type PageCursor = { after: ItemPlace; seen: number };

/** An item's value in the order of the list, and its id, which decides between equal values. */
type ItemPlace = { value: number | null; id: string };

/**
 * Stands for a list over all its pages: its tenant, its filters and its order. Left out is what changes from one page to the next
 * without another filter: the time, and sources, of which one whose feed is late is hidden for a while.
 */
export function listOf(brokerageId: number, filters: ListingFilters, order: unknown): string {
  const { today: _, now: __, sourceIds: ___, ...lasting } = filters;
  return JSON.stringify([brokerageId, lasting, order]);
}

/** @param list what `listOf` gives for the list that the cursor belongs to. */
export function encodeCursor(list: string, { after, seen }: PageCursor): string {
  const fields = [digestOf(list), after.value, after.id, seen];
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
  const [digest, value, id, seen] = fields;
  if (digest !== digestOf(list)) throw refuse("belongs to a list with other filters or another sort");
  return { after: { value, id }, seen };
}

/** What is wrong with parameters that name a page twice. */
export function pagedTwice(given: { page?: number; cursor?: string }, place: FilterPlace): ValidationIssue[] {
  if (given.cursor === undefined || given.page === undefined) return [];
  const msg = "cursor cannot be combined with page: give one of the two";
  return [{ loc: place("cursor"), msg, type: "value_error" }];
}

function decode(text: string): [digest: string, value: number | null, id: string, seen: number] | null {
  try {
    const fields: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(fields) || fields.length !== 4) return null;
    const [digest, value, id, seen] = fields;
    const isCursor =
      typeof digest === "string" &&
      (value === null || typeof value === "number") &&
      typeof id === "string" &&
      Number.isSafeInteger(seen) &&
      seen >= 0;
    return isCursor ? [digest, value, id, seen] : null;
  } catch {
    return null;
  }
}

function digestOf(list: string): string {
  return hash("sha1", list, "base64url").slice(0, 12);
}
