import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { isConnectionError } from "../../../src/platform/database/connection-errors.ts";
import { openReplicated, SOON, works } from "./replicated-writes.ts";

const hasPostgres = "url" in inject("template") && process.env.POSTGRES_BIN !== undefined;
const REFUSALS = 10;

describe.skipIf(!hasPostgres)(
  "a primary that was replaced and comes back as it was",
  () => {
    let replicated: Awaited<ReturnType<typeof openReplicated>>;
    beforeAll(async () => {
      // The one that is promoted may be cut off.
      replicated = await openReplicated({ before: "standby" });
    }, 120_000);
    afterAll(() => replicated?.close(), 60_000);

    it("gets no writes: not while the promoted one is cut off, and not of a process that starts", async () => {
      const { postgres, proxy } = replicated;
      const url = `postgres://lintel@127.0.0.1:${postgres.primaryPort},127.0.0.1:${proxy.port}/lintel`;
      const write = replicated.writer(url);
      await write();
      await postgres.killPrimary();
      await postgres.promoteStandby();
      await expect.poll(works(write), SOON).toBe(true);
      await postgres.reviveReplaced();
      const before = await replicated.rowsOfReplaced();

      await proxy.set("gone");
      for (let nth = 0; nth < REFUSALS; nth++) {
        expect(await write().then(() => "written", isConnectionError)).toBe(true);
        // Longer than a search takes, which finds the one that was replaced.
        await delay(200);
      }
      await proxy.set("open");
      await expect.poll(works(write), SOON).toBe(true);

      await expect.poll(works(replicated.writer(url)), SOON).toBe(true);
      expect(await replicated.rowsOfReplaced()).toBe(before);
      expect(await replicated.rows()).toBe(4);
    });
  },
  120_000,
);
