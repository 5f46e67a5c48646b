import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The judged queries of `test/judged-queries/`, and the table of rankers with their scores. `--show` adds the tuned queries with the
 * worst results.
 */
export async function proveSearch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-judged-"));
  try {
    const file = join(folder, "table.json");
    const vitest = spawn("vitest", ["run", "--root", SERVER, "test/judged-queries"], {
      env: { ...process.env, TABLE_FILE: file },
      stdio: "inherit",
    });
    const [status] = await once(vitest, "exit");
    const [table, worst] = JSON.parse(await readFile(file, "utf8")) as [string, string];
    const text = process.argv.includes("--show") ? `${worst}\n\n${table}` : table;
    if (status !== 0) throw new Error(`Judged queries were not answered well enough:\n${text}`);
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
