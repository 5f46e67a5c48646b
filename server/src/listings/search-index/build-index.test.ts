import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { type Db, type OldReads, primaryAlone } from "../../platform/database/database.ts";
import { SourceStates } from "../rules/source-states.ts";
import { buildIndex } from "./build-index.ts";
import type { ListingHit } from "./listing-query.ts";

/** Several queries of 500 rows. */
const LISTINGS = 2300;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql`insert into sources (name) values ('one')`.execute(database.db);
  await addListings("first", LISTINGS);
});
afterAll(() => database.close());

async function addListings(prefix: string, count: number): Promise<void> {
  await sql`
    insert into listings (
      source_id, content_hash, photos_hash, reso_property_type, listing_key, listing_id, property_type, status, list_price, state
    )
    select 1, '', '', 'Residential', ${prefix} || nth, ${prefix} || nth, 'Residential', 'Active', nth, 'ID'
    from generate_series(1, ${count}::int) nth`.execute(database.db);
}

async function contentsOf(oldReads: OldReads): Promise<Map<string, ListingHit>> {
  const { db } = database;
  const { index, revision } = await buildIndex({ db, oldReads }, new SourceStates(db));
  const { hits } = index.search({
    sort: { by: "list_date", descending: true },
    offset: 0,
    limit: 10_000,
  });
  const { rows } = await sql<{ newest: number }>`
    select max(revision) as newest
    from (select revision from listings union all select revision from listing_tombstones) changes`.execute(
    db,
  );
  expect(revision).toBe(rows[0]?.newest);
  return new Map(hits.map((hit) => [hit.listingId, hit]));
}

/** The snapshot of a transaction is what a replica that has stopped replaying shows. */
async function withStoppedReplicas<Result>(
  work: (old: readonly Db[]) => Promise<Result>,
  changes: readonly (() => Promise<void>)[],
): Promise<Result> {
  const old: Db[] = [];
  const held: (() => Promise<unknown>)[] = [];
  try {
    for (const change of changes) {
      const snapshot = await database.db.startTransaction().setIsolationLevel("repeatable read").execute();
      await sql`select count(*) from listings`.execute(snapshot);
      old.push(snapshot);
      held.push(() => snapshot.rollback().execute());
      await change();
    }
    return await work(old);
  } finally {
    for (const release of held) await release();
  }
}

it.skipIf(!process.env.DATABASE_URL)(
  "misses no change when it is read from replicas that are behind, each by something else, and from the database",
  async () => {
    const { db } = database;
    const changes = [
      async () => {
        await sql`update listings set list_price = 1000000 + list_price where id % 7 = 0`.execute(db);
        await sql`delete from listings where id % 11 = 0`.execute(db);
        await addListings("second", 700);
      },
      async () => {
        await sql`update listings set status = 'Withdrawn' where id % 13 = 0`.execute(db);
        await sql`update listings set list_price = 2000000 + list_price where id % 5 = 0`.execute(db);
        await sql`delete from listings where id % 17 = 0`.execute(db);
        await addListings("third", 700);
      },
    ];
    await withStoppedReplicas(async (old) => {
      const expected = await contentsOf(primaryAlone);
      expect(expected.size).toBeGreaterThan(LISTINGS);
      // Each order in which the two replicas and the database may answer.
      for (const order of [[0], [1], [0, 1], [1, 0], [0, 1, 2], [2, 0, 1], [1, 1, 2, 0]]) {
        let nth = 0;
        const from = [...old, db] as const;
        const oldReads: OldReads = {
          ...primaryAlone,
          read: (ctx, work) => work({ ...ctx, db: from[order[nth++ % order.length] as number] as Db }),
        };
        expect([order, await contentsOf(oldReads)]).toEqual([order, expected]);
        expect(nth).toBeGreaterThan(3);
      }
    }, changes);
  },
);
