import { isDeepStrictEqual } from "node:util";

/**
 * The columns of an edit whose value differs from the stored one. JSON columns are compared as values: they are
 * written as text and read parsed.
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
