import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../test/harness/market.ts";
import { addStillFeed } from "../test/harness/still-feed.ts";
import { startTestApp, type TestApp } from "../test/harness/test-app.ts";
import { applyRules } from "./apply-rules.ts";
import { syncPhotos } from "./images/photos/sync-photos.ts";
import { indexListings } from "./search/index.ts";

describe("the rules of a source", () => {
  let lintel: TestApp;
  let admin: string;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    const photo = (name: string) => [{ MediaURL: `https://photos.test/${name}.jpg` }];
    market = await openMarket(lintel, "own", [
      home({
        ListingId: "o1",
        PublicRemarks: "A greenhouse behind the orchard.",
        UnparsedAddress: "1 Quokka Lane",
        Media: photo("both"),
      }),
      home({ ListingId: "o2", PublicRemarks: "An orchard and a pond.", Media: photo("own") }),
    ]);
    await lintel.importListings("other", [
      home({ ListingId: "p1", PublicRemarks: "A greenhouse with tomatoes.", Media: photo("both") }),
    ]);
    await subscribe(lintel, market.brokerageId, ["own", "other"]);
    await readAll();
  });
  afterAll(() => lintel.close());

  const put = async (body: object, source = "own") => {
    const reply = await lintel.call(`/api/admin/sources/${source}/rules`, {
      method: "PUT",
      key: admin,
      body,
    });
    expect(reply.status).toBe(200);
  };
  const readAll = async () => {
    await indexListings(lintel.ctx);
    await syncPhotos(lintel.ctx);
  };
  const semantic = async (query: string, more: object = {}) => {
    const { body } = await lintel.call("/api/search/semantic", {
      method: "POST",
      host: market.host,
      body: { query, ...more },
    });
    return { ids: body.results.map(({ listing_id }: { listing_id: string }) => listing_id).sort(), ...body };
  };
  /** Every row of a vector or a document of the source's listings and their pictures. */
  const stored = async () => {
    const { db } = lintel.database;
    const [documents, vectors, images, pictures] = await Promise.all([
      db.selectFrom("listing_documents").select("listing_id").execute(),
      db.selectFrom("listing_vectors").select("listing_id").execute(),
      db.selectFrom("listing_images").select(["listing_id", "photo_ids"]).execute(),
      db.selectFrom("image_enrichments").select("url").orderBy("url").execute(),
    ]);
    return {
      documents: documents.length,
      vectors: vectors.length,
      photos: images.flatMap(({ photo_ids }) => photo_ids).length,
      pictures: pictures.map(({ url }) => url),
    };
  };

  it("without ai leave no document, vector or picture of its listings, and are named to searches", async () => {
    const before = await stored();
    expect(before).toEqual({
      documents: 3,
      vectors: 3,
      photos: 3,
      pictures: ["https://photos.test/both.jpg", "https://photos.test/own.jpg"],
    });
    expect(await semantic("greenhouse")).toMatchObject({
      ids: ["o1", "o2", "p1"],
      interpreted: { limited_sources: [] },
    });
    await put({ ai: false });
    const analyze = () =>
      lintel.call("/api/admin/properties/o1/analyze-images", { method: "POST", key: admin });
    expect((await analyze()).status).toBe(409);
    await applyRules(lintel.ctx);
    expect(await stored()).toEqual({
      documents: 1,
      vectors: 1,
      photos: 1,
      pictures: ["https://photos.test/both.jpg"],
    });
    await readAll();
    expect((await stored()).documents).toBe(1);
    expect(await semantic("greenhouse")).toMatchObject({
      ids: ["p1"],
      interpreted: { limited_sources: ["own"] },
    });
    expect((await semantic("3 bedrooms in Boise")).ids).toEqual(["o1", "o2", "p1"]);
    // A search by keywords makes the words of addresses, as the job does.
    expect(await market.ids("keywords=quokka")).toEqual(["o1"]);
    const [named] = (await semantic("1 quokka lane")).results;
    expect(named).toMatchObject({ listing_id: "o1", similarity: 0.6, matched_text: null });
    expect((await semantic("Quokka Lane", { min_beds: 4 })).ids).toEqual([]);
    await put({ ai: false, fields_hidden: ["address"] });
    expect((await semantic("1 quokka lane")).ids).not.toContain("o1");
    const described = await lintel.call("/api/admin/properties/o1/image-descriptions", { key: admin });
    expect(described.body.images).toEqual([]);
    await put({ ai: true, fields_hidden: [] });
    await applyRules(lintel.ctx);
    await readAll();
    expect(await stored()).toEqual(before);
  });

  it("hide a description from the words that search finds", async () => {
    await put({ fields_hidden: ["description"] });
    await applyRules(lintel.ctx);
    await readAll();
    const sentences = async () =>
      (await semantic("greenhouse")).results.map((found: { matched_text: string }) => found.matched_text);
    expect(await sentences()).toContain("A greenhouse with tomatoes.");
    expect(await sentences()).not.toContain("A greenhouse behind the orchard.");
    await put({ fields_hidden: [] });
    await applyRules(lintel.ctx);
    await readAll();
    expect(await sentences()).toContain("A greenhouse behind the orchard.");
  });

  it("take a source away whose feed is behind by more than max_age_hours, and bring it back", async () => {
    const { db } = lintel.database;
    await put({ max_age_hours: 4 });
    const hoursAgo = (hours: number) => new Date(lintel.clock.now().getTime() - hours * 3_600_000);
    await addStillFeed(lintel, "own", 3);
    await lintel.services.listings.sources.refresh();
    expect(await market.ids()).toEqual(["o1", "o2", "p1"]);
    await put({ max_age_hours: 2 });
    expect(await market.ids()).toEqual(["p1"]);
    expect((await market.get("/api/properties/o1")).status).toBe(404);
    expect((await semantic("orchard")).ids).toEqual(["p1"]);
    await db
      .updateTable("feeds")
      .set({ current_as_of: hoursAgo(1) })
      .execute();
    await lintel.services.listings.sources.refresh();
    expect(await market.ids()).toEqual(["o1", "o2", "p1"]);
    await db.deleteFrom("feeds").execute();
    await put({ max_age_hours: null });
  });
});
