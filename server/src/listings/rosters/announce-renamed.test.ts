import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { announceRenamed } from "./announce-renamed.ts";
import { type Roster, type RosterEntry, writeRoster } from "./write-roster.ts";

const SOURCE = "renamed";

describe("announceRenamed", () => {
  let lintel: TestApp;
  let market: Market;
  let sourceId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, SOURCE, [
      home({ ListingId: "keys", ListOfficeKey: "o1", ListAgentKey: "a1" }),
      home({ ListingId: "more-keys", ListOfficeKey: "o1" }),
      home({ ListingId: "named", ListOfficeKey: "o2", ListOfficeName: "Oak Realty" }),
    ]);
    const { db } = lintel.database;
    const source = await db
      .selectFrom("sources")
      .select("id")
      .where("name", "=", SOURCE)
      .executeTakeFirstOrThrow();
    sourceId = source.id;
  });
  afterAll(() => lintel.close());

  const revisions = async () => {
    const rows = await lintel.database.db.selectFrom("listings").select(["listing_id", "revision"]).execute();
    return Object.fromEntries(rows.map(({ listing_id, revision }) => [listing_id, revision]));
  };
  const readRoster = async (roster: Roster, key: string, name: string) => {
    const { db } = lintel.database;
    const entries = [{ key, name, phone: null, email: null }];
    await inTransaction({ db }, ({ db: trx }) => writeRoster(trx, { sourceId, roster, entries }));
    await announceRenamed(db, sourceId);
    await lintel.services.listings.index.catchUp();
  };
  const officesOnCards = async () => {
    const { items } = await market.search();
    return Object.fromEntries(
      items.map(
        ({ listing_id, attribution }: { listing_id: string; attribution: { list_office: string } }) => [
          listing_id,
          attribution.list_office,
        ],
      ),
    );
  };

  it("has cards and searches know offices and agents by the names of a roster that came later", async () => {
    expect(await officesOnCards()).toEqual({ keys: null, "more-keys": null, named: "Oak Realty" });
    await readRoster("Office", "o1", "Elm Homes");
    await readRoster("Member", "a1", "Ada Byron");
    expect(await officesOnCards()).toEqual({
      keys: "Elm Homes",
      "more-keys": "Elm Homes",
      named: "Oak Realty",
    });
    expect((await market.ids("list_office=elm homes")).sort()).toEqual(["keys", "more-keys"]);
    expect(await market.ids("list_agent=ada byron")).toEqual(["keys"]);
  });

  it("touches the listings of the renamed office alone, and none when no name changes", async () => {
    const before = await revisions();
    await readRoster("Office", "o1", "Elm Homes");
    await readRoster("Office", "o2", "Not the name in the records");
    await readRoster("Office", "o3", "New Office");
    expect(await revisions()).toEqual(before);
    await readRoster("Member", "a1", "Ada Lovelace");
    const after = await revisions();
    expect(Object.keys(after).filter((id) => after[id] !== before[id])).toEqual(["keys"]);
  });

  it("follows a name that the record of another listing brings", async () => {
    await lintel.importListings(SOURCE, [
      home({ ListingId: "fourth", ListOfficeKey: "o2", ListOfficeName: "Oak & Sons" }),
    ]);
    expect(await officesOnCards()).toMatchObject({ named: "Oak & Sons", fourth: "Oak & Sons" });
    expect((await market.ids("list_office=oak %26 sons")).sort()).toEqual(["fourth", "named"]);
    expect(await market.ids("list_office=oak realty")).toEqual([]);
  });

  it("fill what a record leaves out before what the record of another listing says", async () => {
    const agent = { ListAgentKey: "a5", ListOfficeKey: "o5" };
    await lintel.importListings(SOURCE, [
      home({ ListingId: "bare", ...agent }),
      home({ ListingId: "own", ...agent, ListAgentFullName: "Ann Own", ListAgentEmail: "ann@own.test" }),
    ]);
    await readRoster("Member", "a5", "Mia Member");
    const agentOf = async (id: string) =>
      (await lintel.call(`/api/properties/${id}`, { host: market.host })).body.list_agent;
    expect(await agentOf("bare")).toEqual({ name: "Mia Member", phone: null, email: "ann@own.test" });
    expect(await agentOf("own")).toEqual({ name: "Ann Own", phone: null, email: "ann@own.test" });
    expect(await market.ids("list_agent=mia member")).toEqual(["bare"]);
    expect(await market.ids("list_agent=ann own")).toEqual(["own"]);
    await readRoster("Member", "a5", "Mia Renamed");
    expect(await agentOf("bare")).toMatchObject({ name: "Mia Renamed" });
    expect(await market.ids("list_agent=mia renamed")).toEqual(["bare"]);
  });

  // The embedded database has one connection: nothing happens on it at the same time.
  it.runIf(process.env.DATABASE_URL)(
    "locks no office before an import that writes them in another order",
    async () => {
      const { db } = lintel.database;
      const keys = Array.from({ length: 10 }, (_, nth) => `unlisted-${nth}`);
      const roster = (names: string) =>
        keys.map((key) => ({ key, name: `${names} ${key}`, phone: null, email: null }));
      const write = (trx: Db, entries: RosterEntry[]) =>
        writeRoster(trx, { sourceId, roster: "Office", entries });
      await inTransaction({ db }, ({ db: trx }) => write(trx, roster("First")));
      await inTransaction({ db }, ({ db: trx }) => write(trx, roster("Second")));
      let announced: Promise<void> = Promise.resolve();
      await db.transaction().execute(async (trx) => {
        const offices = roster("Third");
        await write(trx, offices.slice(-1));
        announced = announceRenamed(db, sourceId);
        await untilLocksAwaited(db);
        await write(trx, offices);
      });
      await announced;
    },
  );
});
