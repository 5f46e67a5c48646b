import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { RawRecord } from "./field-reader.ts";

/** What the feed says of one listing at one time; every version has a time of its own. */
const version = fc.record({
  status: fc.constantFrom("Active", "Active", "Pending", "Closed", "Hold", "Delete"),
  price: fc.constantFrom<number>(100_000, 200_000, 300_000),
  sold: fc.constantFrom<string>("2026-05-01", "2026-05-20"),
  photos: fc.subarray(["1", "2", "3"]),
  agent: fc.constantFrom(null, "Ann", "Bob"),
});
type Version = typeof version extends fc.Arbitrary<infer V> ? V : never;

/** Every version of a listing's life, oldest first; with it how the imports are cut, and in which order they come. */
const life = fc.array(version, { minLength: 1, maxLength: 6 }).chain((versions) =>
  fc.record({
    versions: fc.constant(versions),
    order: fc.shuffledSubarray([...versions.keys()], { minLength: versions.length }),
    cuts: fc.array(fc.boolean(), { minLength: versions.length, maxLength: versions.length }),
    timed: fc.boolean(),
  }),
);

/** The time of the version at this place. */
function dayTen(at: number): string {
  return `2026-06-${String(at + 1).padStart(2, "0")}T10:00:00Z`;
}

/** The versions with prices that only fall, and the place of the version that brought each. */
function falling(versions: Version[]): (Version & { since: number })[] {
  let price = 300_000;
  let since = 0;
  return versions.map((each, at) => {
    if (at > 0 && each.price !== versions[at - 1]?.price) [price, since] = [price - 10_000, at];
    return { ...each, price, since };
  });
}

/** Through the real import and a real database: what is stored decides, not what the fold returns. */
describe("foldBatch", () => {
  let lintel: TestApp;
  let lives = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const recordOf = ({ status, price, sold, photos, agent }: Version, at: number | null): RawRecord =>
    home({
      ListingId: "set by own",
      StandardStatus: status,
      ListPrice: price,
      CloseDate: sold,
      ListAgentFullName: agent,
      Media: photos.map((name) => ({ MediaURL: `https://p.test/${name}` })),
      ...(at !== null && { ModificationTimestamp: dayTen(at) }),
    });

  /** Imports records, cut into imports after each `true`, under a source of its own; answers all that is stored. */
  async function lifeOf(records: RawRecord[], cuts: boolean[]) {
    const source = `life${++lives}`;
    let next: RawRecord[] = [];
    for (const [at, record] of records.entries()) {
      next.push(record);
      if (!cuts[at] && at < records.length - 1) continue;
      await lintel.importListings(source, next);
      next = [];
    }
    return stored(source);
  }

  async function stored(source: string) {
    const { db } = lintel.database;
    const row = await db
      .selectFrom("listings as l")
      .innerJoin("sources as s", "s.id", "l.source_id")
      .leftJoin("feed_agents as a", "a.id", "l.list_agent_id")
      .where("s.name", "=", source)
      .select(["l.id", "l.status", "l.list_price", "l.sold_date", "l.as_of", "a.name as agent"])
      .executeTakeFirst();
    if (!row) return null;
    const { id, ...listing } = row;
    const photos = await db
      .selectFrom("listing_photos")
      .where("listing_id", "=", id)
      .orderBy("position")
      .select("url")
      .execute();
    const events = await db
      .selectFrom("listing_history")
      .where("listing_id", "=", id)
      .select(["event", "occurred_on", "price", "status"])
      .execute();
    return {
      listing,
      photos: photos.map(({ url }) => url),
      history: events.map((each) => JSON.stringify(each)).sort(),
    };
  }

  it("ends in the same listing and history, however the versions are cut into imports", async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ versions, cuts, timed }) => {
        // A removal of what was never there leaves nothing to remember it by.
        fc.pre(versions[0]?.status !== "Delete");
        // Without times, the order of the records is all there is.
        const records = versions.map((each, at) => recordOf(each, timed || at % 2 === 0 ? at : null));
        const [whole, cut] = [await lifeOf(own(records), []), await lifeOf(own(records), cuts)];
        expect(cut).toEqual(whole);
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  });

  it("ends in the same listing in any order of the versions", async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ versions, cuts, order }) => {
        fc.pre(versions[order[0] as number]?.status !== "Delete");
        const records = versions.map((each, at) => recordOf(each, at));
        const inOrder = await lifeOf(own(records), []);
        const shuffled = await lifeOf(own(order.map((at) => records[at] as RawRecord)), cuts);
        expect(visible(shuffled)).toEqual(visible(inOrder));
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  });

  it("tells the same history of sales in any order", async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ versions, cuts, order }) => {
        const records = versions.map((each, at) => ({
          ...recordOf({ ...each, status: "Closed", sold: `2026-05-${10 + at}` }, at),
          ListingContractDate: null,
        }));
        const inOrder = await lifeOf(own(records), []);
        expect(await lifeOf(own(order.map((at) => records[at] as RawRecord)), cuts)).toEqual(inOrder);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 30_000 },
    );
  });

  it("tells the same history of prices in any order, where the feed says when the price changed", async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ versions, cuts, order }) => {
        const records = falling(versions).map(({ price, since, ...each }, at) => ({
          ...recordOf({ ...each, price, status: each.status === "Pending" ? "Pending" : "Active" }, at),
          OriginalListPrice: 300_000,
          PriceChangeTimestamp: since === 0 ? null : dayTen(since),
        }));
        const inOrder = await lifeOf(own(records), []);
        const shuffled = await lifeOf(own(order.map((at) => records[at] as RawRecord)), cuts);
        expect(prices(shuffled)).toEqual(prices(inOrder));
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  });

  it.todo("tells the same history of statuses in any order");

  it("changes nothing when all of it is imported again", async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ versions, cuts }) => {
        const records = own(versions.map((each, at) => recordOf(each, at)));
        const before = await lifeOf(records, cuts);
        const { created, updated } = await lintel.importListings(`life${lives}`, records);
        expect({ created, updated, stored: await stored(`life${lives}`) }).toEqual({
          created: 0,
          updated: 0,
          stored: before,
        });
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  });

  /** A removed listing is as good as deleted: its last state is not shown. */
  function visible(life: Awaited<ReturnType<typeof stored>>) {
    if (life === null || life.listing.status === "Delete") return "gone";
    return { listing: life.listing, photos: life.photos };
  }

  function prices(life: Awaited<ReturnType<typeof stored>>) {
    const events = (life?.history ?? []).map((event) => JSON.parse(event));
    return events.filter(({ event }) => event !== "status_changed").map(({ status: _, ...event }) => event);
  }

  /** Every life has an id of its own, so that no source clashes with another. */
  let ids = 0;
  function own(records: RawRecord[]): RawRecord[] {
    const id = `own${++ids}`;
    return records.map((record) => ({ ...record, ListingId: id, ListingKey: "key" }));
  }
});
