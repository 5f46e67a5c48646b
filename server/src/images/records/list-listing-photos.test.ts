import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

const url = (name: string) => `https://photos.test/${name}.jpg`;

describe("listListingPhotos", () => {
  let fixture: ImageFixture;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "P-1", photos: [{ url: url("first") }, { url: url("second") }] }]);
    await fixture.enrich(url("first"), { room: "kitchen", confidence: 0.75, description: "A kitchen." });
  });
  afterAll(() => fixture.close());
  const etagOf = async (image: number) => (await fixture.get(`/api/admin/images/${image}`)).headers.etag;
  const list = (key?: string) => fixture.get("/api/admin/properties/P-1/photos", key);

  it("has every photo in its order, with its room, its features, and whether that was set manually", async () => {
    const first = await fixture.image("P-1", url("first"));
    const second = await fixture.image("P-1", url("second"));
    const post = { method: "POST", key: fixture.keys.broker, body: { label: "Gas range" } } as const;
    await fixture.lintel.call(`/api/admin/images/${second}/features`, post);
    const patch = { method: "PATCH", key: fixture.keys.broker, body: { room_type: "garage" } } as const;
    await fixture.lintel.call(`/api/admin/images/${second}/room-type`, patch);
    const { status, body } = await list();
    expect([status, body.items]).toEqual([
      200,
      [
        {
          ...{ image_id: String(first), image: null, room_type: "kitchen", confidence: 0.75 },
          ...{ manually_set: false, description: "A kitchen.", features: [] },
          etag: await etagOf(first),
        },
        {
          ...{
            image_id: String(second),
            image: null,
            room_type: "garage",
            confidence: 1,
            manually_set: true,
          },
          description: null,
          etag: await etagOf(second),
          features: [
            {
              ...{ key: "gas_range", label: "Gas range", category: "feature", confidence: 1 },
              ...{ manually_added: true, feature_id: expect.any(String) },
            },
          ],
        },
      ],
    ]);
  });

  it("has the picture of a photo that is kept, by addresses without a host", async () => {
    const { db } = fixture.lintel.database;
    const address = url("first");
    await db
      .insertInto("stored_photos")
      .values({
        ...{ url_hash: createHash("sha256").update(address).digest(), url: address, status: "stored" },
        ...{ storage_key: "photos/ab/abcdef", width: 640, height: 480, fetched_at: new Date() },
      })
      .execute();
    const { body } = await list();
    expect(body.items[0].image).toMatchObject({
      src: expect.stringMatching(/^\/files\//),
      width: 640,
      alt: "Photo 1",
    });
    expect(body.items[1].image).toBe(null);
  });

  it("shows no listing of another brokerage's sources", async () => {
    expect((await list(fixture.keys.foreign)).status).toBe(404);
  });
});
