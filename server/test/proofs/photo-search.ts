import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The queries of `test/photo-search/` on every route that finds photos by words, and near copies of photos on the route that finds
 * similar photos.
 */
export async function provePhotos(copied: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-photos-"));
  try {
    const file = join(folder, "table.txt");
    const vitest = spawn("vitest", ["run", "--root", SERVER, "test/photo-search"], {
      env: { ...process.env, TABLE_FILE: file, COPIED: String(copied) },
      stdio: "inherit",
    });
    const [status] = await once(vitest, "exit");
    const table = await readFile(file, "utf8").catch(() => "");
    if (status !== 0) throw new Error(`Photos are not found well enough:\n${table}`);
    return table;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
