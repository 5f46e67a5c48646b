import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";
import { describeDatabase, readGeneratedTypes } from "./harness/database-types.ts";
import { openTestDatabase, type TestDatabase } from "./harness/test-database.ts";

describe("the schema", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("is what the generated row types say (else: npm run generate:types)", async () => {
    expect(await describeDatabase(database.db)).toBe(await readGeneratedTypes());
  });

  it("is migrated once: a second run finds nothing to do", async () => {
    expect(await migrate(database.db)).toEqual([]);
  });
});
