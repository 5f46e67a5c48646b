import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import type { Log } from "../../platform/log.ts";
import { IndexKeeper } from "../search-index/index-keeper.ts";
import { IndexSnapshots } from "./index-snapshots.ts";
import { SnapshotReader, UnusableSnapshot } from "./snapshot-file.ts";

const LISTINGS = 400;
const NEVER = 2 ** 30;
const SEED = 19;

describe("a snapshot of the listing index", () => {
  let database: TestDatabase;
  let lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(line) }) as Log;
  const random = new SeededRandom(SEED);

  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`insert into sources (name) values ('one'), ('two')`.execute(database.db);
    await addListings(LISTINGS);
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(() => database.close());

  const snapshotsIn = (dataDir = database.dataDir) =>
    new IndexSnapshots(
      { db: database.db, log, dataDir },
      { leastListings: 0, firstAfterMs: NEVER, everyMs: NEVER },
    );

  async function addListings(count: number): Promise<void> {
    await sql`
      insert into listings (
        source_id, content_hash, photos_hash, reso_property_type, listing_key, listing_id, property_type, status,
        list_price, beds, city, state, zip, county, address, latitude, longitude, list_date
      )
      select
        1 + nth % 2, '', '', 'Residential', gen_random_uuid(), 'S-' || substr(md5(random()::text), 1, 12), 'Residential',
        case when nth % 5 = 0 then 'Closed' else 'Active' end,
        100000 + nth * 1000, nth % 6, 'City ' || nth % 9, 'ID', '8370' || nth % 10, 'County ' || nth % 3,
        nth || ' Main St', 43 + random(), -116 - random(), date '2026-01-01' + nth % 90
      from generate_series(1, ${count}::int) nth`.execute(database.db);
  }

  /** What an index of the database alone has, and what the given one has. */
  const contentsOf = async (keeper: IndexKeeper) => {
    const newest = { sort: { by: "list_date", descending: true }, offset: 0, limit: 10_000 } as const;
    const near = { box: { minLat: 43.2, maxLat: 43.6, minLng: -116.7, maxLng: -116.2 }, beds: { min: 2 } };
    return {
      all: keeper.search(newest),
      near: keeper.search({ ...newest, ...near, sort: { by: "list_price", descending: false } }),
      closed: keeper.search({ ...newest, status: "Closed", city: "City 3" }),
      cities: keeper.countCities(null),
      ofSource: keeper.countCities([2]),
      suggestions: await Promise.all(
        ["city", "12", "13 ma", "s-a1", "another"].map((q) => keeper.suggest(q, null, 200)),
      ),
    };
  };
  const built = async () => {
    const keeper = new IndexKeeper(database.db, log);
    await keeper.start();
    const contents = await contentsOf(keeper);
    await keeper.stop();
    return contents;
  };
  /** A process that starts with the snapshot of the folder. */
  const started = async (dataDir?: string) => {
    const keeper = new IndexKeeper(database.db, log, snapshotsIn(dataDir));
    await keeper.start();
    const contents = await contentsOf(keeper);
    await keeper.stop();
    return contents;
  };
  const store = async (dataDir?: string) => {
    const state = await stateOfDatabase();
    const snapshots = snapshotsIn(dataDir);
    await snapshots.store(state);
    return snapshots.path;
  };
  const stateOfDatabase = async () => {
    const snapshots = snapshotsIn();
    let state: Parameters<IndexSnapshots["store"]>[0] | undefined;
    snapshots.keep = (current) => {
      state = current();
    };
    snapshots.load = async () => null;
    const keeper = new IndexKeeper(database.db, log, snapshots);
    await keeper.start();
    await keeper.stop();
    return state as NonNullable<typeof state>;
  };
  const wasLoaded = () => lines.some((line) => line.includes("snapshot loaded"));
  const refusals = () =>
    lines.filter((line) => line.includes("snapshot refused")).map((line) => JSON.parse(line).reason);

  it("with the changes since equals an index that is built from the database, after any changes meanwhile", async () => {
    for (let round = 0; round < 5; round++) {
      await store();
      for (let nth = 0; nth < 8; nth++) await changeSome();
      lines = [];
      expect(await started()).toEqual(await built());
      expect(wasLoaded()).toBe(true);
    }
  });

  async function changeSome(): Promise<void> {
    const some = sql`(select id from listings where id % 23 = ${random.integer(0, 22)}::int)`;
    const change = random.integer(0, 6);
    if (change === 0) await addListings(7);
    else if (change === 1) await sql`delete from listings where id in ${some}`.execute(database.db);
    else {
      const set = [
        sql`list_price = list_price + 7, beds = 3`,
        sql`latitude = 43 + random(), longitude = null`,
        sql`show_listing = not coalesce(show_listing, true)`,
        sql`status = 'Withdrawn', city = 'Another City'`,
        sql`source_id = 3 - source_id, show_address = not coalesce(show_address, true)`,
      ][change - 2]!;
      await sql`update listings set ${set} where id in ${some}`.execute(database.db);
    }
  }

  it("is refused when it is truncated or altered anywhere, and the index is built", async () => {
    const path = await store();
    const whole = readFileSync(path);
    const expected = await built();
    for (let nth = 0; nth < 12; nth++) {
      const at = random.integer(0, whole.length - 1);
      const damaged = nth % 2 === 0 ? whole.subarray(0, at) : Buffer.from(whole);
      if (nth % 2 === 1) damaged[at] = damaged[at]! ^ 0x10;
      writeFileSync(path, damaged);
      lines = [];
      expect(await started()).toEqual(expected);
      expect(refusals()).toEqual([expect.stringMatching(/^it (is|has) /)]);
      expect(wasLoaded()).toBe(false);
    }
  });

  it("is refused by a database that did not make it, also by one restored from an older backup", async () => {
    await store();
    await sql`delete from listing_index_snapshots`.execute(database.db);
    lines = [];
    expect(await started()).toEqual(await built());
    expect(refusals()).toEqual(["it is not of this database, or of another schema"]);
  });

  it("is refused after a migration", async () => {
    await store();
    await sql`update listing_index_snapshots set newest_migration = '0001'`.execute(database.db);
    lines = [];
    await started();
    expect(refusals()).toEqual(["it is not of this database, or of another schema"]);
  });

  it("is refused when deletions since then were pruned", async () => {
    await store();
    await sql`delete from listings where id = (select max(id) from listings)`.execute(database.db);
    await sql`
      with gone as (delete from listing_tombstones returning revision)
      update listing_log set pruned_through = (select max(revision) from gone)`.execute(database.db);
    lines = [];
    expect(await started()).toEqual(await built());
    expect(refusals()).toEqual(["deletions since then were pruned"]);
  });

  it("is refused when too many listings have changed since then", async () => {
    await store();
    await addListings(1200);
    lines = [];
    expect(await started()).toEqual(await built());
    expect(refusals()).toEqual(["too many listings have changed since then"]);
  });

  it("is optional: without one, and in a folder that cannot be written to, the index is built", async () => {
    const file = join(database.dataDir, "no-folder");
    writeFileSync(file, "");
    expect(await started(join(database.dataDir, "empty"))).toEqual(await built());
    expect(refusals()).toEqual([]);
    expect(await started(file)).toEqual(await built());
    await expect(store(file)).rejects.toThrow("ENOTDIR");
  });

  it("is stored in the background, and not again without a change", async () => {
    const dataDir = join(database.dataDir, "kept");
    mkdirSync(dataDir);
    const snapshots = new IndexSnapshots(
      { db: database.db, log, dataDir },
      { leastListings: 0, firstAfterMs: 1, everyMs: 1 },
    );
    const keeper = new IndexKeeper(database.db, log, snapshots);
    await keeper.start();
    const written = () => (existsSync(snapshots.path) ? statSync(snapshots.path).ino : 0);
    await expect.poll(written, { timeout: 30_000 }).not.toBe(0);
    const first = written();
    await addListings(1);
    await keeper.catchUp();
    await expect.poll(written, { timeout: 30_000 }).not.toBe(first);
    await keeper.stop();
    lines = [];
    expect(await started(dataDir)).toEqual(await built());
    expect(wasLoaded()).toBe(true);
  });

  it("is whole or absent after kill -9 while it is written", async () => {
    const dataDir = join(database.dataDir, "killed");
    const child = new URL("../../../test/harness/snapshot-writer-child.ts", import.meta.url);
    for (let nth = 0; nth < 4; nth++) {
      const writer = fork(fileURLToPath(child), [dataDir], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      await once(writer, "message");
      await delay(random.integer(0, 40));
      writer.kill("SIGKILL");
      await once(writer, "exit");
      const reader = await SnapshotReader.open(join(dataDir, "indexes", "listings.snapshot")).catch(
        (error) => {
          expect(error.code).toBe("ENOENT");
          return null;
        },
      );
      if (!reader) continue;
      let listings = 0;
      for await (const part of reader.parts()) listings += part.columns.id.length;
      expect(listings).toBe((await reader.contents()).listings);
      await reader.close();
    }
  });

  it("is refused in another format", async () => {
    const path = join(database.dataDir, "format");
    writeFileSync(path, "lintel listings 0\n and more bytes");
    await expect(SnapshotReader.open(path)).rejects.toThrow(UnusableSnapshot);
  });
});
