import { sql } from "kysely";
import { expect, it } from "vitest";
import { listingsToWake, nextToCopy, photosPending } from "../src/feeds/photos/copy-queue.ts";
import { describePlans } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const NOW = new Date("2026-06-15T12:00:00Z");

/** Photos of 100,000 listings of two sources that are not copied; a third of the listings wait. */
async function fill({ database: { db } }: TestApp): Promise<void> {
  await sql`insert into sources (name) values ('one'), ('two')`.execute(db);
  await sql`
    insert into photo_copies (listing_id, source_id, list_date, priority, pending, wake_at)
    select n, sources.id, date '2020-01-01' + n % 2000, n % 3, 30,
      case when n % 3 = 0 then ${NOW}::timestamptz + n * interval '1 second' end
    from generate_series(1, 100000) n
    join sources on sources.name = case n % 2 when 0 then 'one' else 'two' end`.execute(db);
}

describePlans("the plan of every hot query of feeds", fill, (watch) => {
  it.each<[string, (sourceId: number) => Promise<unknown>, string[]]>([
    ["nextToCopy", (id) => nextToCopy(watch.db, id, { limit: 32, except: [1, 2] }), ["photo_copies_next"]],
    ["listingsToWake", (id) => listingsToWake(watch.db, id, NOW, 200), ["photo_copies_waiting"]],
  ])("%s reads the end of an index", async (_name, run, indexes) => {
    const { id } = await watch.db.selectFrom("sources").select("id").limit(1).executeTakeFirstOrThrow();
    expect(await watch.planOf(() => run(id))).toEqual({ indexes, tableScans: [] });
  });

  it("photosPending adds up the listings of a source", async () => {
    const rows = await watch.db.selectFrom("sources").select("id").orderBy("id").execute();
    const pending = await photosPending(
      watch.db,
      rows.map(({ id }) => id),
    );
    expect([...pending.values()]).toEqual([1_500_000, 1_500_000]);
  });
});
