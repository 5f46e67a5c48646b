import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { openTestDatabase } from "../../../test/harness/test-database.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./open-database.ts";

/** Longer than the driver waits for a connection. */
const STOPPED_MS = 31_000;

it.skipIf(!("url" in inject("template")))(
  "starts although the process was stopped while it connected, for longer than a connection may take",
  async () => {
    const { databaseUrl, close } = await openTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "lintel-stopped-"));
    const opening = openDatabase({ databaseUrl, dataDir }, createLog("error"));
    // The connection has been asked for, and PostgreSQL answers while nothing is read here.
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS);
    const database = await opening;
    expect((await database.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
    await database.close();
    await close();
    await removeFolder(dataDir);
  },
  3 * STOPPED_MS,
);
