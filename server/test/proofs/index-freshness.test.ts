import { expect, it } from "vitest";
import { openTestDatabase } from "../harness/test-database.ts";
import { proveFreshness } from "./index-freshness.ts";

it.runIf(process.env.DATABASE_URL)(
  "every API process shows every committed change within a second (npm run prove freshness: 10,000 changes)",
  async () => {
    const database = await openTestDatabase();
    try {
      expect(await proveFreshness(800, database.databaseUrl as string)).toMatch(
        /^800 changes .* 0 later than 1 s/,
      );
    } finally {
      await database.close();
    }
  },
  120_000,
);
