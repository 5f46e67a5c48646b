import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillListings } from "../../../test/harness/fill-for-plans.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { mentionedNames } from "./mentioned-names.sql.ts";

describe("mentionedNames", () => {
  let lintel: TestApp;
  let sources: number[];
  beforeAll(async () => {
    lintel = await startTestApp();
    const { db } = lintel.database;
    await fillListings(db, 1_300);
    await sql`insert into sources (name) values ('small')`.execute(db);
    // The second source has the last listing alone, and the first one mentions the name 1,299 times.
    await sql`
      update listings set source_id = (select max(id) from sources) where id = (select max(id) from listings)`.execute(
      db,
    );
    await sql`
      insert into listing_documents (listing_id, revision, content_hash, facts, features, words)
      select id, revision, '', '', '{}', to_tsvector('english',
        'home in Cherrywood' || case when id % 650 = 0 then ' of Maple Bench' else ' maple floors, bench views' end)
      from listings`.execute(db);
    const { rows } = await sql<{ source_id: number }>`
      select source_id from listings group by 1 order by count(*)`.execute(db);
    sources = rows.map(({ source_id }) => Number(source_id));
  });
  afterAll(() => lintel.close());

  const mentioned = (names: string[], sourceIds: number[] | null) =>
    mentionedNames(lintel.database.db, names, sourceIds);

  it("finds a name of a brokerage's own listings, however many others mention it", async () => {
    const [small, large] = sources as [number, number];
    for (const own of [[small], [large], [small, large], null])
      expect(await mentioned(["cherrywood", "nowhere", "maple cherrywood"], own)).toContain("cherrywood");
    expect(await mentioned(["nowhere"], null)).toEqual([]);
    expect(await mentioned(["cherrywood"], [-1])).toEqual([]);
  });

  it("needs the words of a name next to each other, unless they are in hundreds of listings", async () => {
    const [small] = sources as [number];
    expect(await mentioned(["maple bench", "bench maple"], [small])).toEqual(["maple bench"]);
    expect(await mentioned(["bench maple"], null)).toEqual(["bench maple"]);
  });
});
