import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** The test in `test/sweep-year/` with a whole year and as many leads, twice. */
export async function proveYear(leads: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/sweep-year"], {
    env: { ...process.env, LEADS: String(leads) },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("The sweep did not do what the spec says: see above");
  return `A year of ${leads} leads: each alert once, none missing; both runs of the year equal`;
}
