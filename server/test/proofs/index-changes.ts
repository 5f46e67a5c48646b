import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));
const LISTINGS = 100_000;
const MAPS = 2000;

/** The test in `test/index-oracle/` with more listings and changes than the suite has time for. */
export async function proveIndexChanges(changes: number): Promise<string> {
  const vitest = spawn("vitest", ["run", "--root", SERVER, "test/index-oracle"], {
    env: {
      ...process.env,
      CHANGES: String(changes),
      LISTINGS: String(LISTINGS),
      MAPS: String(MAPS),
      DATABASE_URL: "",
    },
    stdio: "inherit",
  });
  const [status] = await once(vitest, "exit");
  if (status !== 0) throw new Error("The index differs from a naive scan: see above");
  return `${changes} changes of ${LISTINGS} listings, ${changes / 10} searches between them, ${MAPS} random maps: as a naive scan answers them`;
}
