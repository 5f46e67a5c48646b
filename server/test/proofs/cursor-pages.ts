import { runTests } from "./run-tests.ts";

/** The test in `test/cursor-pages/` with more listings than the suite has time for. */
export async function proveCursorPages(listings: number): Promise<string> {
  if (!(await runTests("test/cursor-pages", { LISTINGS: String(listings) })))
    throw new Error("Pages missed or repeated a listing that had not changed: see above");
  return `${listings} listings by cursor in four orders over HTTP, while 20 a second changed: none that did not change was missed or repeated`;
}
