import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";

describe("getImageIndexStats", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing({ IMAGE_INDEX_CAPACITY: "3" });
  });
  afterAll(() => fixture.close());

  it("answers zeros when there is nothing", async () => {
    expect(await fixture.stats()).toEqual({
      total_properties: 0,
      properties_with_images: 0,
      total_images: 0,
      description_embeddings: 0,
      visual_embeddings: 0,
      avg_images_per_property: 0,
      unindexed_images: 0,
      index_coverage: 0,
      last_indexed_at: null,
      storage_size_mb: expect.any(Number),
      capacity: { used: 0, max: 3 },
    });
  });

  it("counts photos of public listings, a picture as often as it is shown, and pictures against the capacity", async () => {
    fixture.responses.set("/st/bad.jpg", 404);
    await fixture.openListing("ST-1", ["/st/1.jpg", "/st/bad.jpg"]);
    await fixture.openListing("ST-2", ["/st/1.jpg", "/st/2.jpg"]);
    await fixture.openListing("ST-3", []);
    await fixture.openListing("ST-4", ["/st/3.jpg"], { InternetEntireListingDisplayYN: false });
    await fixture.index();
    expect(await fixture.stats()).toMatchObject({
      total_properties: 3,
      properties_with_images: 2,
      total_images: 4,
      description_embeddings: 3,
      visual_embeddings: 3,
      avg_images_per_property: 2,
      unindexed_images: 1,
      index_coverage: 0.75,
      last_indexed_at: "2026-06-15T12:00:00.000Z",
      capacity: { used: 2, max: 3 },
    });
  });

  it("counts what has just been imported, and what has just gone, before any job has noted it", async () => {
    const { total_images: before } = await fixture.stats();
    await fixture.openListing("ST-JUST", ["/st/just.jpg", "/st/just-too.jpg"]);
    expect((await fixture.stats()).total_images).toBe(before + 2);
    await fixture.lintel.importListings("st-just", [
      fixture.home("ST-JUST", [], { StandardStatus: "Withdrawn" }),
    ]);
    expect((await fixture.stats()).total_images).toBe(before);
  });

  it("a picture more than the index takes fails with VISION_007, and is read when there is a place for it", async () => {
    await fixture.openListing("ST-5", ["/st/5.jpg"]);
    await fixture.openListing("ST-6", ["/st/6.jpg"]);
    expect((await fixture.analyze("ST-5")).status).toBe(200);
    const { status, body } = await fixture.analyze("ST-6");
    expect([status, body]).toEqual([
      507,
      { detail: expect.stringMatching(/IMAGE_INDEX_CAPACITY/), code: "VISION_007", name: "index_full" },
    ]);
    const job = await fixture.reindex("background=false", { property_ids: ["ST-6"] });
    const [image] = await fixture.imageIds("ST-6");
    expect((await fixture.job(job.body.job_id)).body).toMatchObject({
      status: "partial",
      errors: [{ image_id: image, error: expect.stringMatching(/^VISION_007 index_full: /) }],
    });
    // Those that are there are read as before.
    expect((await fixture.analyze("ST-5")).status).toBe(200);
    expect((await fixture.stats()).capacity).toEqual({ used: 3, max: 3 });
    await fixture.remove({ image_ids: await fixture.imageIds("ST-5") });
    expect((await fixture.stats()).capacity).toEqual({ used: 2, max: 3 });
    expect((await fixture.analyze("ST-6")).status).toBe(200);
    expect((await fixture.analyze("ST-5")).body.code).toBe("VISION_007");
  });

  it("a listing whose photo is replaced again and again never fills it, and counts what it shows", async () => {
    const others = ["ST-1", "ST-2", "ST-4", "ST-5", "ST-6"];
    await fixture.remove({ image_ids: (await Promise.all(others.map(fixture.imageIds))).flat() });
    const paths = Array.from({ length: 5 }, (_, nth) => `/st/replaced-${nth}.jpg`);
    for (const [nth, path] of paths.entries()) await fixture.addPicture(path, `hsl(${nth * 70},70%,40%)`);
    const homeWith = (path: string, hour: number) =>
      fixture.home("ST-7", [fixture.photo(path)], { ModificationTimestamp: `2027-01-01T0${hour}:00:00Z` });
    const market = await fixture.openMarket("st-7", [homeWith("/st/replaced-0.jpg", 0)]);
    for (const [nth, path] of paths.entries()) {
      await market.import([homeWith(path, nth + 1)]);
      expect([path, (await fixture.analyze("ST-7")).status]).toEqual([path, 200]);
      expect((await fixture.stats()).capacity).toEqual({ used: 1, max: 3 });
    }
    const { rows } = await sql<{ pictures: number }>`
      select count(distinct enrichment_id)::integer as pictures from image_vectors`.execute(
      fixture.lintel.database.db,
    );
    expect(rows[0]?.pictures).toBeLessThanOrEqual(3);
  });
});
