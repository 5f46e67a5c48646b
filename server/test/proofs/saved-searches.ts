import { runTests } from "./run-tests.ts";

const SEARCHES = 5000;
const LISTINGS = 1000;

/** The test in `test/saved-search-oracle/` with more changes and searches than the suite has time for. */
export async function proveSavedSearches(changes: number): Promise<string> {
  const passed = await runTests("test/saved-search-oracle", {
    CHANGES: String(changes),
    SEARCHES: String(SEARCHES),
    LISTINGS: String(LISTINGS),
    DATABASE_URL: "",
  });
  if (!passed) throw new Error("The index of searches differs from running all of them: see above");
  return `${changes} random changes, ${SEARCHES} random searches: the index finds what running every search finds`;
}
