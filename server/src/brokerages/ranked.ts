import type { Found } from "../record-search/index.ts";

/**
 * The rows in the order of the search results, each with its similarity. Rows deleted since the search are left out.
 */
export function ranked<Row extends { id: number }>(
  found: Found[],
  rows: Row[],
): (Row & { similarity: number })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, similarity }) => {
    const row = byId.get(id);
    return row ? [{ ...row, similarity }] : [];
  });
}
