import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The test in `test/opt-outs/` with more interleavings than the suite has time for. */
export async function proveOptOuts(interleavings: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/opt-outs"], {
    env: { ...process.env, INTERLEAVINGS: String(interleavings) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A message went where it should not have, or did not go: see above");
  return `${interleavings} interleavings: no message after an opt-out, no text inside quiet hours, none lost, none twice`;
}
