import { expect, inject, it } from "vitest";
import { openTestDatabase } from "../harness/test-database.ts";
import { proveIntake } from "./crash-during-intake.ts";

it("a server that is killed loses no contact form it has acknowledged (npm run prove intake: 10,000 forms)", async () => {
  const database = "url" in inject("template") ? await openTestDatabase() : null;
  try {
    expect(await proveIntake(600, database?.databaseUrl ?? "")).toMatch(
      /^600 contact forms acknowledged .*: 0 lost, each with its first timeline row/,
    );
  } finally {
    await database?.close();
  }
}, 120_000);
