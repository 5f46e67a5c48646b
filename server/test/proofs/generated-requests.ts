import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The test in `test/request-fuzz/` with more requests than the suite has time for. */
export async function proveRequests(requests: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/request-fuzz"], {
    env: { ...process.env, REQUESTS: String(requests) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A generated request was not answered as declared: see above");
  return `${requests} generated requests: no 5xx, every reply as declared`;
}
