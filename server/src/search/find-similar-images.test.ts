import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";

type Found = { listing_id: string; image_id: number; url: string; similarity: number };

describe("findSimilarImages", () => {
  let fixture: PhotoFixture;
  let host: string;
  let original: Buffer;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { photo, home, responses } = fixture;
    original = await sampleJpeg(900, 600, 3);
    responses.set("/s/1.jpg", original);
    for (const seed of [11, 19, 26]) responses.set(`/s/${seed}.jpg`, await sampleJpeg(900, 600, seed));
    await fixture.lintel.services.storage.put("demo/own.jpg", await sampleJpeg(900, 600, 5));
    ({ host } = await fixture.openMarket("alike", [
      home("A-1", [photo("/s/1.jpg", "Front"), photo("/s/11.jpg", "Back")]),
      home("A-2", [photo("/s/19.jpg", "Pool"), photo("/s/1.jpg", "Front")]),
      home("A-3", [{ MediaURL: "/files/demo/own.jpg", MediaKey: "own", ShortDescription: "Ours" }]),
      home("A-4", [photo("/s/1.jpg", "Front")], { StandardStatus: "Withdrawn" }),
    ]));
    await fixture.openMarket("unlike", [
      home("B-1", [photo("/s/26.jpg", "Deck"), photo("/s/1.jpg", "Front")]),
    ]);
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const find = async (body: object, at = host): Promise<{ results: Found[]; total: number }> => {
    const reply = await fixture.search("similar-images", at, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };

  it("finds the query's own picture at 1, wherever it is shown, once for each photo", async () => {
    const { results, total } = await find({ image_url: `${fixture.web.url}/s/1.jpg` });
    expect(results.slice(0, 2).map(({ listing_id, similarity }) => [listing_id, similarity])).toEqual([
      ["A-1", 1],
      ["A-2", 1],
    ]);
    expect(results[0]).toMatchObject({ property_id: "A-1", image_index: 0, score: 1 });
    expect(results[1]).toMatchObject({ property_id: "A-2", image_index: 1, description: expect.any(String) });
    expect(new Set(results.map(({ image_id }) => image_id)).size).toBe(results.length);
    expect(total).toBe(results.length);
    for (const { similarity } of results.slice(2)) expect(similarity).toBeLessThan(1);
  });

  it("does not ask for a picture that it knows", async () => {
    const before = fixture.web.requests.length;
    await find({ image_url: `${fixture.web.url}/s/1.jpg` });
    expect(fixture.web.requests.length).toBe(before);
  });

  it("knows the same picture from another address", async () => {
    fixture.responses.set("/elsewhere.jpg", original);
    const { results } = await find({ image_url: `${fixture.web.url}/elsewhere.jpg`, limit: 1 });
    expect(results).toMatchObject([{ listing_id: "A-1", similarity: 1 }]);
  });

  it("finds a smaller, recompressed copy nearest of all", async () => {
    fixture.responses.set("/copy.jpg", await sharp(original).resize(500).jpeg({ quality: 60 }).toBuffer());
    const { results } = await find({ image_url: `${fixture.web.url}/copy.jpg` });
    expect(results.slice(0, 2).map(({ listing_id }) => listing_id)).toEqual(["A-1", "A-2"]);
    expect(results[0]?.url).toBe(`${fixture.web.url}/s/1.jpg`);
  });

  it("reads our own photos from the storage, by path and by public address", async () => {
    const before = fixture.web.requests.length;
    for (const image_url of ["/files/demo/own.jpg", "https://api.test/files/demo/own.jpg"]) {
      const { results } = await find({ image_url, limit: 1 });
      expect(results).toMatchObject([
        { listing_id: "A-3", similarity: 1, url: "https://api.test/files/demo/own.jpg" },
      ]);
    }
    expect(fixture.web.requests.length).toBe(before);
  });

  it("keeps nothing of a picture that a caller shows", async () => {
    fixture.responses.set("/shown.jpg", await sampleJpeg(300, 200, 40));
    await find({ image_url: `${fixture.web.url}/shown.jpg` });
    const kept = await fixture.lintel.database.db
      .selectFrom("stored_photos")
      .select("url")
      .where("url", "like", "%/shown.jpg")
      .execute();
    expect(kept).toEqual([]);
  });

  it("shows the tenant's visible listings alone", async () => {
    const listings = ({ results }: { results: Found[] }) =>
      new Set(results.map(({ listing_id }) => listing_id));
    const image_url = `${fixture.web.url}/s/1.jpg`;
    expect([...listings(await find({ image_url }))].sort()).toEqual(
      expect.not.arrayContaining(["A-4", "B-1"]),
    );
    expect([...listings(await find({ image_url }, "unlike.test"))]).toEqual(["B-1"]);
  });

  it("counts all and shows as many as were asked for", async () => {
    const image_url = `${fixture.web.url}/s/1.jpg`;
    const all = await find({ image_url });
    const first = await find({ image_url, limit: 1 });
    expect(first.results).toEqual(all.results.slice(0, 1));
    expect(first.total).toBe(all.total);
  });

  it("answers with nothing where nothing is indexed", async () => {
    const { host } = await fixture.openMarket("bare", []);
    expect(await find({ image_url: `${fixture.web.url}/s/1.jpg` }, host)).toEqual({ results: [], total: 0 });
  });
});
