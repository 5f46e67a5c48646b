import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The tests in `test/search-oracle/` with more searches than the suite has time for. */
export async function proveFilters(searches: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/search-oracle"], {
    env: { ...process.env, SEARCHES: String(searches), FACETED_SEARCHES: String(searches) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A search was answered differently from the oracle: see above");
  return `${searches} random searches with their facets and near misses: equal to a plain scan, and ${searches / 5} equal to SQL`;
}
