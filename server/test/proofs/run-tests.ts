import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the tests of a folder with more work than the suite has time for, as `environment` says. @returns whether they passed. */
export async function runTests(folder: string, environment: Record<string, string>): Promise<boolean> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, folder], {
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  return status === 0;
}
