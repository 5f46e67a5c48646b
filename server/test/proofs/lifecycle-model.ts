import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The tests in `test/lifecycle-model/` with more sequences through the database than the suite has time for. */
export async function proveLifecycle(sequences: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/lifecycle-model"], {
    env: { ...process.env, SEQUENCES: String(sequences) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("A lead was not what the spec says of it: see above");
  return `${sequences} leads in the database: equal to the spec at each step`;
}
