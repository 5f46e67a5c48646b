import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "./run-tests.ts";

const SMALL = 100_000;

/** The longest time for which anonymous requests of each route block the event loop: at most 20 ms at 100,000 listings, 50 ms beyond. */
export async function proveStalls(listings: number): Promise<string> {
  const tables: string[] = [];
  for (const count of new Set([Math.min(SMALL, listings), listings])) {
    const table = await stallsAt(count, count <= SMALL ? 20 : 50);
    // Printed at once, so that a later failure does not lose it.
    console.log(table);
    tables.push(table);
  }
  return tables.join("\n");
}

async function stallsAt(listings: number, mostMs: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-stalls-"));
  try {
    const file = join(folder, "table.txt");
    const passed = await runTests("test/stalls", {
      STALLS_TABLE: file,
      STALLS_LISTINGS: String(listings),
      STALLS_MOST_MS: String(mostMs),
    });
    const table = `${listings} listings, at most ${mostMs} ms of processor time in one go\n\n${await readFile(file, "utf8").catch(() => "")}`;
    if (!passed) throw new Error(`Requests hold the event loop for too long:\n${table}`);
    return table;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
