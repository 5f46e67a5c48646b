import { cp, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS, migrate } from "../src/platform/database/migrate.ts";
import { removeFolder } from "./harness/remove-folder.ts";
import { openTestDatabase, type TestDatabase } from "./harness/test-database.ts";

const FIRST = "0041-enrichments-and-cursors.sql";

describe("A database from before enrichments and change cursors", () => {
  let database: TestDatabase;
  let older: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`drop schema public cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
    older = await mkdtemp(join(tmpdir(), "lintel-older-migrations-"));
    for (const name of await readdir(MIGRATIONS)) {
      if (name < FIRST) await cp(join(MIGRATIONS, name), join(older, name));
    }
    await migrate(database.db, { folder: older });
  });
  afterAll(async () => {
    await database.close();
    await removeFolder(older);
  });

  it("keeps its enrichments, jobs, cursors and serving models", async () => {
    const { db } = database;
    for (const statement of [
      `insert into image_readings (key, url, status, failure, retry_at, read_by, read_at, description)
        select decode(md5(status), 'hex'), '/' || status, status, failure, 'epoch', read_by, read_at, 'of ' || status
        from (values
          ('pending', null, null, null::timestamptz),
          ('read', null, 'a b c', '2026-01-02T00:00:00Z'),
          ('failed', 'timeout', null, null),
          ('removed', null, 'a b c', '2026-01-03T00:00:00Z')
        ) as old (status, failure, read_by, read_at)`,
      `insert into image_vectors (reading_id, kind, model, revision, dimensions, vector)
        select id, 'visual', 'a', 4, 1, '\\x0100' from image_readings where status = 'read'`,
      `insert into listing_images (listing_id, revision, photo_ids, reading_ids)
        select 5, 6, '{7}', array[id] from image_readings where status = 'read'`,
      `insert into indexing_jobs (id, status, created_at, finished_at, requested_by, force, total)
        values ('00000000-0000-4000-8000-000000000001', 'completed', 'epoch', 'epoch', 'someone', false, 2)`,
      `insert into indexing_job_images (job_id, position, photo_id, listing_id, reading_id, outcome)
        select '00000000-0000-4000-8000-000000000001', id, 7, 5, id, case status when 'failed' then 'failed' else 'read' end
        from image_readings where status in ('read', 'failed')`,
      "insert into image_readers (reader, revision, updated_at, compared_through) values ('photos', 11, now(), 3)",
      "update image_readers set revision = 12 where reader = 'vectors'",
      `insert into listing_readers (reader, revision, updated_at, compared_through)
        values ('documents', 13, now(), 4), ('vectors words@1 384', 14, now(), 0)`,
      "update webhook_readers set revision = 15, compared_through = 5, read_at = '2026-01-04T00:00:00Z' where reader = 'listings'",
      "insert into serving_models (kind, model, since) values ('listing', 'words@1', '2026-01-05T00:00:00Z')",
      `insert into serving_image_models (kind, model, since)
        values ('visual', 'eyes@1', '2026-01-06T00:00:00Z'), ('description', 'words@1', '2026-01-07T00:00:00Z')`,
    ]) {
      await sql.raw(statement).execute(db);
    }
    const rows = async (statement: string) => (await sql.raw(statement).execute(db)).rows;

    expect(await migrate(db)).toContain("0041-enrichments-and-cursors");

    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const enrichment = (status: string, more = {}) => ({
      url: `/${status}`,
      status,
      failure: null,
      enriched_by: null,
      enriched_at: null,
      description: `of ${status}`,
      ...more,
    });
    const columns = "url, status, failure, enriched_by, enriched_at, description";
    expect(await rows(`select ${columns} from image_enrichments order by status, url`)).toEqual([
      enrichment("enriched", {
        url: "/read",
        description: "of read",
        enriched_by: "a b c",
        enriched_at: at(2),
      }),
      enrichment("failed", { failure: "timeout" }),
      enrichment("pending"),
      enrichment("removed", { enriched_by: "a b c", enriched_at: at(3) }),
    ]);
    expect(
      await rows(`select url, photo_ids::float8[] as photos, image_vectors.revision::float8 as revision
        from listing_images
        join image_enrichments on image_enrichments.id = any(enrichment_ids)
        join image_vectors on enrichment_id = image_enrichments.id`),
    ).toEqual([{ url: "/read", photos: [7], revision: 4 }]);
    expect(
      await rows(`select url, outcome
        from indexing_job_images
        join image_enrichments on image_enrichments.id = enrichment_id
        order by url`),
    ).toEqual([
      { url: "/failed", outcome: "failed" },
      { url: "/read", outcome: "enriched" },
    ]);
    expect(
      await rows(
        "select name, revision::float8 as revision, compared_through::float8 as compared from change_cursors order by name",
      ),
    ).toEqual([
      { name: "image vectors", revision: 12, compared: 0 },
      { name: "listing documents", revision: 13, compared: 4 },
      { name: "listing images", revision: 11, compared: 3 },
      { name: "listing vectors words@1 384", revision: 14, compared: 0 },
      { name: "webhook events", revision: 0, compared: 0 },
      { name: "webhook listings", revision: 15, compared: 5 },
    ]);
    expect(await rows("select caught_up_at from change_cursors where name = 'webhook listings'")).toEqual([
      { caught_up_at: at(4) },
    ]);
    expect(await rows("select kind, model, since from serving_models order by kind")).toEqual([
      { kind: "description", model: "words@1", since: at(7) },
      { kind: "listing", model: "words@1", since: at(5) },
      { kind: "visual", model: "eyes@1", since: at(6) },
    ]);
  });
});
