import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The test in `test/fair-housing/` with more pairs of visitors than the suite has time for. */
export async function proveSteering(pairs: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/fair-housing"], {
    env: { ...process.env, PAIRS: String(pairs) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("Two visitors got different homes or agents: see above");
  return "Visitors who are alike but for words of protected classes: the same homes, agents and preferences, 0 differences";
}
