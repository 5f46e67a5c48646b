import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../test/harness/photo-fixture.ts";
import { openSecondProcess } from "../test/harness/second-process.ts";
import { enrichImages } from "./images/index.ts";
import { pruneTombstones } from "./listings/index.ts";
import { indexListings } from "./search/index.ts";

const DAY = 24 * 3_600_000;

describe("readers of the listings' change log that were away for longer than deletions are kept", () => {
  let fixture: PhotoFixture;
  beforeAll(async () => {
    fixture = await openPhotos();
  });
  afterAll(() => fixture.close());

  const kept = async () => {
    const { rows } = await sql<{ documents: string[]; images: string[]; vectors: number }>`
      select
        array(
          select coalesce(listings.listing_id, 'gone')
          from listing_documents left join listings on listings.id = listing_documents.listing_id
          order by 1
        ) as documents,
        array(
          select coalesce(listings.listing_id, 'gone')
          from listing_images left join listings on listings.id = listing_images.listing_id
          where cardinality(photo_ids) > 0
          order by 1
        ) as images,
        (select count(*) from listing_vectors)::float8 as vectors`.execute(fixture.lintel.database.db);
    return rows[0];
  };
  /** As when all processes were stopped, listings deleted, and 31 days later one started. */
  const deleteWhileAway = async (ids: string[]) => {
    const { db } = fixture.lintel.database;
    await db.deleteFrom("listings").where("listing_id", "in", ids).execute();
    fixture.lintel.clock.set(new Date(Date.now() + 31 * DAY).toISOString());
    await pruneTombstones(fixture.lintel.ctx);
    const { rows } = await sql`select 1 from listing_tombstones`.execute(db);
    expect(rows).toEqual([]);
  };

  it("end with what a fresh one makes: the index of searches, documents, vectors and photos", async () => {
    await fixture.addPicture("/away.jpg", "#557799");
    const homes = ["A-1", "A-2", "A-3", "A-4"].map((id) =>
      fixture.home(id, [fixture.photo("/away.jpg", `Of ${id}`)]),
    );
    const market = await fixture.openMarket("away", homes);
    await fixture.index();
    expect(await kept()).toMatchObject({ documents: ["A-1", "A-2", "A-3", "A-4"], vectors: 4 });
    expect(fixture.lintel.services.listings.index.size).toBe(4);

    await fixture.lintel.services.listings.index.stop();
    await deleteWhileAway(["A-1", "A-3"]);
    await market.import([fixture.home("A-5", [fixture.photo("/away.jpg", "Of A-5")])]);
    await fixture.index();
    await enrichImages(fixture.lintel.ctx);
    const fresh = { documents: ["A-2", "A-4", "A-5"], images: ["A-2", "A-4", "A-5"], vectors: 3 };
    expect(await kept()).toEqual(fresh);
    // It has made no pause that it knows of: its clock stood still, as that of a machine that slept.
    expect(fixture.lintel.services.listings.index.size).toBe(3);

    const second = await openSecondProcess(fixture.lintel);
    await second.services.listings.index.start();
    expect(second.services.listings.index.size).toBe(3);
    await second.services.listings.index.stop();
    await indexListings(second.ctx);
    expect(await kept()).toEqual(fresh);
    await second.close();
  });

  it("compare once for each pruning that they have missed, and not every time", async () => {
    const through = async () => {
      const { rows } = await sql<{ name: string; compared: boolean }>`
        select name, compared_through = pruned_through as compared
        from change_cursors, listing_log
        where name in ('listing documents', 'listing images')
        order by name`.execute(fixture.lintel.database.db);
      return rows;
    };
    await deleteWhileAway(["A-2"]);
    await fixture.index();
    expect(await through()).toEqual([
      { name: "listing documents", compared: true },
      { name: "listing images", compared: true },
    ]);
    expect(await kept()).toMatchObject({ documents: ["A-4", "A-5"], images: ["A-4", "A-5"] });
  });
});
