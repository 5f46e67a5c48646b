import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { pruneTombstones } from "./index.ts";

/** More than a call takes arguments. */
const MANY = 130_000;

describe("pruneTombstones", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const left = async () => {
    const { rows } = await sql<{ tombstones: number; through: number }>`
      select (select count(*) from listing_tombstones)::float8 as tombstones, pruned_through as through
      from listing_log`.execute(lintel.database.db);
    return rows[0];
  };

  it("forgets any number of deletions that are older than 30 days, and notes up to which", async () => {
    await sql`
      insert into listing_tombstones (listing_id, revision, deleted_at)
      select n, n, case when n <= ${MANY} then timestamptz '2020-01-01' else now() end
      from generate_series(1, ${MANY + 1}::integer) n`.execute(lintel.database.db);
    await pruneTombstones(lintel.ctx);
    expect(await left()).toEqual({ tombstones: 1, through: MANY });
    await pruneTombstones(lintel.ctx);
    expect(await left()).toEqual({ tombstones: 1, through: MANY });
  });
});
