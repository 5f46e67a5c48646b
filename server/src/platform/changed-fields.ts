import { isDeepStrictEqual } from "node:util";

/**
 * Of the columns that an edit would store, those that hold something else now. JSON columns are written as text and read
 * as what it says.
 */
export function changedFields<Columns extends object>(now: object, edited: Columns): Partial<Columns> {
  const stored = now as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([name, value]) => !isDeepStrictEqual(readAs(stored[name], value), stored[name]),
    ),
  ) as Partial<Columns>;
}

function readAs(stored: unknown, edited: unknown): unknown {
  const isJson = typeof edited === "string" && typeof stored === "object" && stored !== null;
  return isJson ? JSON.parse(edited) : edited;
}
