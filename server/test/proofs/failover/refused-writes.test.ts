import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { isConnectionError } from "../../../src/platform/database/connection-errors.ts";
import { openReplicated, SOON, works } from "./replicated-writes.ts";

const hasPostgres = "url" in inject("template") && process.env.POSTGRES_BIN !== undefined;

describe.skipIf(!hasPostgres)(
  "a primary that refuses writes on open connections",
  () => {
    let replicated: Awaited<ReturnType<typeof openReplicated>>;
    beforeAll(async () => {
      replicated = await openReplicated({ before: "primary" });
    }, 120_000);
    afterAll(() => replicated?.close(), 60_000);

    it("is an outage to callers, and left for the standby that is promoted, by several addresses and by one that moves", async () => {
      const { postgres, proxy } = replicated;
      const several = replicated.writer(postgres.url);
      const one = replicated.writer(`postgres://lintel@127.0.0.1:${proxy.port}/lintel`);
      for (const write of [several, one]) await write();
      await postgres.fencePrimary();
      for (const write of [several, one])
        await expect.poll(() => write().then(() => null, isConnectionError), { timeout: 10_000 }).toBe(true);
      await postgres.promoteStandby();
      proxy.leadTo(postgres.primaryPort);
      for (const write of [several, one]) await expect.poll(works(write), SOON).toBe(true);
      expect(await replicated.rows()).toBe(4);
    });
  },
  120_000,
);
