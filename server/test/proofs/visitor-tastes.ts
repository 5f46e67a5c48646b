import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The tests in `test/visitor-model/` with more visitors over HTTP than the suite has time for. */
export async function proveVisitors(visitors: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/visitor-model"], {
    env: { SEED: "20261122", ...process.env, VISITORS: String(visitors) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("Visitors were not understood: see above");
  return `${visitors} visitors with known preferences: preferences inferred, best agents assigned`;
}
