import type { GivenFilters } from "../../listings/index.ts";
import type { Interpretation, NotApplied, StatedPiece } from "../../plain-words/index.ts";

const OVERRIDDEN = "A filter of the request says something else of it, and counts.";

type Read = Pick<Interpretation, "filters" | "features" | "without" | "not" | "not_applied">;

/** What was not applied of a query, with the pieces that the filters of its request override (search.md, D30). */
export function withOverridden(
  reading: Read & { pieces?: readonly StatedPiece[] },
  left: Omit<Read, "not_applied">,
  given: GivenFilters,
): NotApplied[] {
  const { pieces = [], not_applied } = reading;
  const overridden = pieces.filter((piece) => {
    const filters = Object.entries(piece.filters) as [keyof GivenFilters, unknown][];
    const isFilter = filters.some(
      ([name, value]) =>
        has(reading.filters, name) && !has(left.filters, name) && !isSame(given[name], value),
    );
    return (
      isFilter ||
      piece.features.some((key) => reading.features.includes(key) && !left.features.includes(key)) ||
      piece.without.some((key) => reading.without.includes(key) && !left.without.includes(key)) ||
      piece.denies.some((name) => reading.not[name].length > 0 && left.not[name].length === 0)
    );
  });
  const known = new Set(not_applied.map(({ text }) => text));
  const texts = new Set(overridden.map(({ text }) => text).filter((text) => !known.has(text)));
  return [...not_applied, ...[...texts].map((text) => ({ text, why: OVERRIDDEN }))];
}

const has = (filters: object, name: string) => (filters as Record<string, unknown>)[name] !== undefined;

/** Whether a filter of the request says the same: each value of the query is one of its. */
function isSame(given: unknown, value: unknown): boolean {
  if (given === undefined) return false;
  const values = (of: unknown) =>
    [of].flat().flatMap((each) => (typeof each === "string" ? each.toLowerCase().split(",") : String(each)));
  const all = values(given).map((each) => each.trim());
  return values(value).every((each) => all.includes(each.trim())) && all.length === values(value).length;
}
