import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** What a foreign key and a constraint held before there were triggers a statement (migrations/0046-import-checks.sql). */
describe("listing_photos", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.importListings("photos", [
      home({ ListingId: "stays", Media: [{ MediaURL: "https://p.test/1.jpg" }] }),
      home({
        ListingId: "goes",
        Media: [{ MediaURL: "https://p.test/1.jpg" }, { MediaURL: "https://p.test/2.jpg" }],
      }),
    ]);
  });
  afterAll(() => lintel.close());

  const count = async () => {
    const { rows } = await sql<{ listing_id: string; photos: number }>`
      select listings.listing_id, count(*)::int as photos
      from listing_photos left join listings on listings.id = listing_photos.listing_id
      group by 1 order by 1`.execute(lintel.database.db);
    return rows;
  };

  it("takes no photo of a listing that is not there, also among others", async () => {
    await expect(
      sql`insert into listing_photos (listing_id, position, url)
        select id, 9, 'https://p.test/9.jpg' from listings union all values (987654321, 0, 'https://p.test/x.jpg')`.execute(
        lintel.database.db,
      ),
    ).rejects.toThrow("a row of listing_photos belongs to no listing");
    await expect(
      sql`update listing_photos set listing_id = listing_id + 1000`.execute(lintel.database.db),
    ).rejects.toThrow("a photo stays with its listing");
  });

  it("takes an address once a listing", async () => {
    await expect(
      sql`insert into listing_photos (listing_id, position, url) select listing_id, 5, url from listing_photos`.execute(
        lintel.database.db,
      ),
    ).rejects.toMatchObject({ code: "23505" });
  });

  it("loses the photos of a listing with it, and with its source", async () => {
    await sql`delete from listings where listing_id = 'goes'`.execute(lintel.database.db);
    expect(await count()).toEqual([{ listing_id: "stays", photos: 1 }]);
    await sql`delete from sources where name = 'photos'`.execute(lintel.database.db);
    expect(await count()).toEqual([]);
  });
});
