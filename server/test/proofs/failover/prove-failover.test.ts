import { expect, inject, it } from "vitest";
import { proveFailover } from "./prove-failover.ts";

const hasPostgres = "url" in inject("template") && process.env.POSTGRES_BIN !== undefined;

it.skipIf(!hasPostgres)(
  "a server goes on at a promoted standby, and no acknowledged write is lost (npm run prove failover: 20)",
  async () => {
    expect(await proveFailover(1)).toMatch(/forms acknowledged, 0 lost, each stored once/);
  },
  180_000,
);
