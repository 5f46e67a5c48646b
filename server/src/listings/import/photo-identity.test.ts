import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { RawRecord } from "./field-reader.ts";

describe("photos of an import", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  let imports = 0;
  const importPhotos = (source: string, ...Media: RawRecord[]) =>
    lintel.importListings(source, [
      home({
        ListingId: source,
        ModificationTimestamp: new Date(Date.UTC(2026, 5, 1, 0, ++imports)).toISOString(),
        Media,
      }),
    ]);

  const photosOf = async (source: string) =>
    lintel.database.db
      .selectFrom("listing_photos")
      .innerJoin("listings", "listings.id", "listing_photos.listing_id")
      .where("listings.listing_id", "=", source)
      .orderBy("position")
      .select(["listing_photos.id", "url", "media_key", "picture_url"])
      .execute();

  const photo = (MediaKey: string | null, name: string, at: string | null = "2026-05-01T00:00:00Z") => ({
    MediaKey,
    MediaURL: `https://p.test/${name}`,
    MediaModificationTimestamp: at,
  });

  const store = (name: string) =>
    lintel.database.db
      .insertInto("stored_photos")
      .values({
        url_hash: createHash("sha256").update(`https://p.test/${name}`).digest(),
        url: `https://p.test/${name}`,
        status: "stored",
        storage_key: `photos/aa/${name}`,
        width: 1,
        height: 1,
        fetched_at: new Date(),
      })
      .execute();

  it("keep their ids by MediaKey when addresses and their order change", async () => {
    await importPhotos("keys", photo("k1", "1?signed=1"), photo("k2", "2?signed=1"));
    const [one, two] = await photosOf("keys");
    await importPhotos(
      "keys",
      photo("k2", "2?signed=2"),
      photo("k1", "1?signed=2"),
      photo("k3", "3?signed=2"),
    );
    expect(await photosOf("keys")).toMatchObject([
      { id: two?.id, media_key: "k2", url: "https://p.test/2?signed=2" },
      { id: one?.id, media_key: "k1", url: "https://p.test/1?signed=2" },
      { media_key: "k3" },
    ]);
    await importPhotos("keys", photo("k3", "3?signed=3"));
    expect(await photosOf("keys")).toMatchObject([{ media_key: "k3" }]);
  });

  it("keep their ids by address where there is no MediaKey, and when they get one", async () => {
    await importPhotos("addresses", photo(null, "a"), photo(null, "b"));
    const [a, b] = await photosOf("addresses");
    await importPhotos("addresses", photo(null, "b"), photo(null, "a"));
    expect((await photosOf("addresses")).map(({ id }) => id)).toEqual([b?.id, a?.id]);
    await importPhotos("addresses", photo("ka", "a"), photo("kb", "b"));
    expect(await photosOf("addresses")).toMatchObject([
      { id: a?.id, media_key: "ka" },
      { id: b?.id, media_key: "kb" },
    ]);
  });

  it("are stored once a MediaKey", async () => {
    await importPhotos("repeated", photo("k", "first"), photo("k", "second"), photo("other", "third"));
    expect((await photosOf("repeated")).map(({ media_key }) => media_key)).toEqual(["k", "other"]);
  });

  it("stay the pictures that are stored, at any later address, until their time changes", async () => {
    await importPhotos("pictures", photo("p", "p1"), photo("q", "q1"), photo("untimed", "u1", null));
    for (const name of ["p1", "u1"]) await store(name);
    for (const name of ["2", "3"])
      await importPhotos(
        "pictures",
        photo("p", `p${name}`),
        photo("q", `q${name}`),
        photo("untimed", `u${name}`, null),
      );
    expect(await photosOf("pictures")).toMatchObject([
      { url: "https://p.test/p3", picture_url: "https://p.test/p1" },
      { url: "https://p.test/q3", picture_url: null },
      { url: "https://p.test/u3", picture_url: null },
    ]);
    await importPhotos("pictures", photo("p", "p1"));
    expect(await photosOf("pictures")).toMatchObject([{ url: "https://p.test/p1", picture_url: null }]);
    await importPhotos("pictures", photo("p", "p4"));
    await importPhotos("pictures", photo("p", "p5", "2026-05-02T00:00:00Z"));
    expect(await photosOf("pictures")).toMatchObject([{ url: "https://p.test/p5", picture_url: null }]);
  });
});
