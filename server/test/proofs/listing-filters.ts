import { runTests } from "./run-tests.ts";

/** The tests in `test/search-oracle/` with more searches than the suite has time for. */
export async function proveFilters(searches: number): Promise<string> {
  const count = String(searches);
  if (!(await runTests("test/search-oracle", { SEARCHES: count, FACETED_SEARCHES: count })))
    throw new Error("A search was answered differently from the oracle: see above");
  return `${searches} random searches with their facets and near misses: equal to a plain scan, and ${searches / 5} equal to SQL`;
}
