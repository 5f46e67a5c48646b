import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { removeFolder } from "../../../../test/harness/remove-folder.ts";
import { lintel } from "../../../../test/harness/run-lintel.ts";
import { createLog } from "../../log.ts";
import { DataFolderInUse, startEmbedded } from "./start-embedded.ts";

const log = createLog("silent");

describe("the data folder of the embedded database", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "lintel-orphan-"));
  });
  afterAll(() => removeFolder(dataDir));

  it("is free again after a process that was killed while its database started", async () => {
    const killed = lintel(["keys", "list"], { DATA_DIR: dataDir });
    while (!existsSync(join(dataDir, "lock.sqlite"))) await delay(5);
    killed.child.kill("SIGKILL");

    // A database that lost its parent first finishes its start.
    const database = await vi.waitFor(() => startEmbedded(dataDir, log), { timeout: 60_000, interval: 500 });
    await expect(startEmbedded(dataDir, log)).rejects.toThrow(DataFolderInUse);
    await database.stop();
  }, 180_000);
});
