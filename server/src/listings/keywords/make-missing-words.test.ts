import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { deleteListingsOfSource } from "../delete-listings-of-source.sql.ts";
import { makeMissingWords } from "./make-missing-words.ts";

/** The embedded database has one connection, so that nothing is deleted meanwhile. */
describe.skipIf(!("url" in inject("template")))("makeMissingWords beside a deletion", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "kept", []);
    await openMarket(lintel, "leaving", []);
  });
  afterAll(() => lintel.close());

  const noted = async () =>
    (await lintel.database.db.selectFrom("listings_without_words").selectAll().execute()).length;
  const idOf = async (source: string) =>
    (
      await lintel.database.db
        .selectFrom("sources")
        .select("id")
        .where("name", "=", source)
        .executeTakeFirstOrThrow()
    ).id;
  const importBoth = async (word: string) => {
    await lintel.importListings("leaving", [
      home({ ListingId: "l1", PublicRemarks: word }),
      home({ ListingId: "l2", PublicRemarks: word }),
    ]);
    await market.import([home({ ListingId: "k1", PublicRemarks: word })]);
  };
  /** Makes words while the listings of the source are deleted in a transaction that is still open. */
  const makeBeside = async (end: "commit" | "rollback") => {
    const sourceId = await idOf("leaving");
    const making = lintel.database.db
      .transaction()
      .execute(async (trx) => {
        await deleteListingsOfSource(trx, { sourceId, after: "", limit: 10 });
        const isWhole = await makeMissingWords(lintel.ctx);
        if (end === "rollback") throw new Undone(isWhole);
        return isWhole;
      })
      .catch((error) => {
        if (error instanceof Undone) return error.isWhole;
        throw error;
      });
    return making;
  };

  it("waits for nothing, makes the words of other listings, and keeps the notes of those that are locked", async () => {
    await importBoth("gazebo");
    expect(await makeBeside("rollback")).toBe(false);
    expect(await noted()).toBe(2);
    expect(await makeMissingWords(lintel.ctx)).toBe(true);
    expect(await noted()).toBe(0);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from listing_words where words @@ 'dgazebo'::tsquery`.execute(
      lintel.database.db,
    );
    expect(rows[0]?.count).toBe(3);
  }, 20_000);

  it("makes no words of listings that are gone", async () => {
    await importBoth("pergola");
    expect(await makeBeside("commit")).toBe(false);
    expect(await makeMissingWords(lintel.ctx)).toBe(true);
    expect(await noted()).toBe(0);
    expect((await market.search("keywords=pergola")).total).toBe(1);
  }, 20_000);
});

class Undone extends Error {
  readonly isWhole: boolean;

  constructor(isWhole: boolean) {
    super("undone");
    this.isWhole = isWhole;
  }
}
