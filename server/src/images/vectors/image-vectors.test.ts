import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { pruneEnrichments, queryVectors } from "../index.ts";
import { listingsByPictures } from "../search/find-pictures.ts";
import { ImageVectors } from "./image-vectors.ts";

const QUERY = "white kitchen";

describe("ImageVectors", () => {
  let fixture: PhotoFixture;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { photo, home } = fixture;
    await fixture.addPicture("/a.jpg", "#f4f4f0");
    await fixture.addPicture("/b.jpg", "#3a7a3a");
    await fixture.openMarket("vectors", [
      home("V-1", [photo("/a.jpg", "White kitchen", "Kitchen")]),
      home("V-2", [photo("/b.jpg", "Green lawn", "Yard")]),
    ]);
    await fixture.index();
  });
  afterAll(() => fixture.close());

  /** Another process's copy on the same database. */
  const open = () =>
    new ImageVectors({
      db: fixture.lintel.services.db,
      log: fixture.lintel.services.log,
      dataDir: fixture.lintel.services.config.dataDir,
    });
  const find = async (vectors: ImageVectors) => {
    const { ctx: base } = fixture.lintel;
    const ctx = { ...base, images: { ...base.images, vectors } };
    const listings = ctx.listings.index.matching({});
    const queries = await queryVectors(ctx, QUERY, ["visual", "description"]);
    const { found } = await listingsByPictures(ctx, queries, { listings, limit: 10 });
    return ctx.listings.index
      .hitsOf(found.map(({ listingId }) => listingId))
      .map(({ listingId }) => listingId);
  };

  it("answers the same after a restart", async () => {
    const before = open();
    const found = await find(before);
    expect(found[0]).toBe("V-1");
    await before.stop();
    const after = open();
    expect(await find(after)).toEqual(found);
    expect([after.kinds.visual.size, after.kinds.description.size]).toEqual([2, 2]);
    await after.stop();
  });

  it("follows what another process has read", async () => {
    const other = open();
    await other.start();
    await fixture.addPicture("/c.jpg", "#f0f0f0");
    await fixture.openMarket("followed", [
      fixture.home("V-3", [fixture.photo("/c.jpg", "White kitchen", "Kitchen")]),
    ]);
    await fixture.index();
    await other.catchUp();
    expect(await find(other)).toContain("V-3");
    await other.stop();
  });

  it("drops what is gone when it starts", async () => {
    const { id } = await fixture.lintel.database.db
      .selectFrom("listings")
      .select("id")
      .where("listing_id", "=", "V-2")
      .executeTakeFirstOrThrow();
    const before = open();
    await before.start();
    const { size } = before.kinds.visual;
    await before.stop();
    await fixture.lintel.database.db.deleteFrom("listings").where("id", "=", id).execute();
    await fixture.index();
    await pruneEnrichments(fixture.lintel.ctx);
    const after = open();
    await after.start();
    expect(after.kinds.visual.size).toBe(size - 1);
    await after.stop();
  });

  it("is stopped while it starts, and leaves nothing behind", async () => {
    const vectors = open();
    const starting = vectors.start();
    await vectors.stop();
    await starting;
    expect(vectors.kinds.visual.model).toBeNull();
  });
});
