import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The test in `test/drip-model/` with more sequences than the suite has time for. */
export async function proveDrips(sequences: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/drip-model"], {
    env: { ...process.env, SEQUENCES: String(sequences) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A drip was not what the spec says of it: see above");
  return `${sequences} brokerages with random drip events: each enrollment and each mail equal to the spec at each step`;
}
