import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { makeMissingWords } from "./make-missing-words.ts";

/** More than are made within the time that a search may take. */
const VERY_MANY = 300_000;
const isPostgres = "url" in inject("template");

describe("KeywordSearch", () => {
  let lintel: TestApp;
  let market: Market;
  let sent: string[] = [];
  beforeAll(async () => {
    lintel = await startTestApp({}, { onStatement: (text) => sent.push(text) });
    market = await openMarket(lintel, "words", [at("first", { PublicRemarks: "A pool." })]);
    await makeMissingWords(lintel.ctx);
  });
  afterAll(() => lintel.close());

  /** Notes of listings that are not there, before which no later note is looked at. */
  const noteVeryMany = () =>
    sql`insert into listings_without_words (listing_id) select -n from generate_series(1, ${VERY_MANY}::integer) n`.execute(
      lintel.database.db,
    );
  const makeAll = async () => {
    await sql`delete from listings_without_words where listing_id < 0`.execute(lintel.database.db);
    expect(await makeMissingWords(lintel.ctx)).toBe(true);
  };
  const total = async (keywords: string) => (await market.search(`keywords=${keywords}`)).total as number;

  it("keeps no answer that was found while words were still to be made", async () => {
    await noteVeryMany();
    await market.import([at("second", { PublicRemarks: "A pool and a zeppelin." })]);
    const tile = async () => {
      const url = "/api/map/tiles/0/0/0.mvt?keywords=zeppelin";
      return (await lintel.app.inject({ url, headers: { host: market.host } })).statusCode;
    };
    const semantic = async () => {
      const body = { query: "homes", filters: { keywords: "zeppelin" } };
      const reply = await lintel.call("/api/search/semantic", { method: "POST", host: market.host, body });
      return reply.body.results.length as number;
    };
    expect(await total("zeppelin")).toBe(0);
    expect(await tile()).toBe(204);
    expect(await semantic()).toBe(0);
    await makeAll();
    expect(await total("zeppelin")).toBe(1);
    expect(await tile()).toBe(200);
    expect(await semantic()).toBe(1);
    expect(await total("pool")).toBe(2);
  }, 30_000);

  it("lets no search wait until very many words are made", async () => {
    await noteVeryMany();
    const searches = Array.from({ length: 40 }, (_, nth) => total(`pool ${nth}`));
    expect(await Promise.all(searches)).toEqual(searches.map(() => 0));
    await makeAll();
  }, 10_000);

  it("makes the words of an import once for all searches that wait for them", async () => {
    await market.import(
      Array.from({ length: 250 }, (_, nth) => at(`many-${nth}`, { PublicRemarks: `Attic ${nth}.` })),
    );
    sent = [];
    const found = await Promise.all(Array.from({ length: 30 }, (_, nth) => total(`attic ${nth}`)));
    expect(found).toEqual(found.map(() => 1));
    // Three parts, and a look whether there is another one; a search that begins in between may look again.
    expect(sent.filter((text) => text.includes("pg_advisory_xact_lock")).length).toBeLessThan(8);
  });

  it.skipIf(!isPostgres)(
    "keeps no answer for listings that came while words were looked up",
    async () => {
      const { db } = lintel.database;
      let searching: Promise<number> | undefined;
      await db.transaction().execute(async (trx) => {
        await sql`lock table listing_words in access exclusive mode`.execute(trx);
        sent = [];
        searching = total("observatory");
        await expect.poll(() => sent.some((text) => text.includes("string_agg(listing_id"))).toBe(true);
        await market.import([at("late", { PublicRemarks: "An observatory." })]);
      });
      await searching;
      expect(await total("observatory")).toBe(1);
    },
    20_000,
  );
});

function at(ListingId: string, fields: object) {
  return home({ ListingId, Latitude: 43.6, Longitude: -116.2, ...fields });
}
