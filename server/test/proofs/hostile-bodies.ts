import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The tests in `test/hostile-bodies/` with every body for every operation, or every SHARE-th of them. */
export async function proveBodies(share: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/hostile-bodies"], {
    env: { ...process.env, SHARE: String(share) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A body cost too much: see above");
  return "Bodies of a megabyte that are wrong everywhere: each within 300 ms of processor time";
}
