import { runTests } from "./run-tests.ts";

const LISTINGS = 100_000;
const MAPS = 300;

/** The tests in `test/index-oracle/` with more listings and changes than the suite has time for. */
export async function proveIndexChanges(changes: number): Promise<string> {
  const passed = await runTests("test/index-oracle", {
    CHANGES: String(changes),
    LISTINGS: String(LISTINGS),
    MAPS: String(MAPS),
    DATABASE_URL: "",
  });
  if (!passed) throw new Error("The index differs from a naive scan: see above");
  return `${changes} changes of ${LISTINGS} listings, ${changes / 10} searches between them, ${MAPS} random maps: as a naive scan answers them`;
}
