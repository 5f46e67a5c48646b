import { expect, inject, it } from "vitest";
import { openTestDatabase } from "../harness/test-database.ts";
import { proveRouting } from "./fair-routing.ts";

it("registrations at once are shared out fairly, each once, and none is lost when agents go (npm run prove routing: 1,000)", async () => {
  const database = "url" in inject("template") ? await openTestDatabase() : null;
  try {
    const seen = (await proveRouting(140, database?.databaseUrl ?? "")).split("\n  ");
    expect(seen.slice(1)).toEqual([
      "least recently assigned, 140 at once over 7 agents: 20 20 20 20 20 20 20; " +
        "0 out of turn, 0 to the one on vacation, 0 unassigned",
      "weighted 1 2 3 4 5 6 7 0, 140 at once: 5 10 15 20 25 30 35 0; " +
        "0 of 5 full rotations other than the weights, 0 unassigned",
      expect.stringMatching(
        /^5 of 7 agents gone and 1 back in mid-run, 140 at 7 connections: .*; 0 to agents after their change was acknowledged, 0 unassigned$/,
      ),
      "200 identical registrations at once: 1 lead, 1 assignment",
    ]);
  } finally {
    await database?.close();
  }
}, 120_000);
