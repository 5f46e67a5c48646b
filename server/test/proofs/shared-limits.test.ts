import { expect, inject, it } from "vitest";
import { redisInstalled } from "../harness/redis-server.ts";
import { openTestDatabase } from "../harness/test-database.ts";
import { proveSharedLimits } from "./shared-limits.ts";

const possible = redisInstalled && "url" in inject("template");

it.skipIf(!possible)("two API processes share a key's limit through Redis, and outlive it", async () => {
  const database = await openTestDatabase();
  try {
    expect(await proveSharedLimits(1, database.databaseUrl as string)).toContain(
      "exactly 100 passed in each",
    );
  } finally {
    await database.close();
  }
});
