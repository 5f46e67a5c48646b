import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";

/** Words that no remark says, so that only photos find these. */
const KITCHEN = "white kitchen with granite counters";

describe("multimodalSearch", () => {
  let fixture: PhotoFixture;
  let host: string;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { photo, home, addPicture } = fixture;
    for (const [path, color] of Object.entries({ white: "#f4f4f0", brown: "#704020", green: "#3a7a3a" })) {
      await addPicture(`/${path}.jpg`, color);
    }
    ({ host } = await fixture.openMarket("pictured", [
      home("P-1", [photo("/green.jpg", "Back lawn", "Yard"), photo("/white.jpg", KITCHEN, "Kitchen")], {
        PublicRemarks: "Call for a showing.",
        City: "Star",
      }),
      home("P-2", [photo("/brown.jpg", "Brown garage", "Garage")], {
        PublicRemarks: "White kitchen with granite counters.",
      }),
      home("P-3", [photo("/green.jpg", "Back lawn", "Yard")], { PublicRemarks: "Nothing like it." }),
      home("P-4", [photo("/white.jpg", KITCHEN, "Kitchen")], { StandardStatus: "Withdrawn" }),
    ]));
    await fixture.openMarket("elsewhere", [fixture.home("E-1", [photo("/white.jpg", KITCHEN, "Kitchen")])]);
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const search = async (body: object, at = host) => {
    const reply = await fixture.search("multimodal", at, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const ids = (items: { listing_id: string }[]) => items.map(({ listing_id }) => listing_id);

  it("finds by photos what no words say, with the photos that match", async () => {
    const { results } = await search({ query: KITCHEN, include_images: true });
    const found = results.find(({ listing_id }: { listing_id: string }) => listing_id === "P-1");
    expect(found).toMatchObject({ property_id: "P-1", city: "Star" });
    expect(found.image_similarity).toBeGreaterThan(0.5);
    const [image] = found.matching_images;
    expect(image).toMatchObject({ url: `${fixture.web.url}/white.jpg`, image_index: 1 });
    expect(image.description).toContain(KITCHEN);
    expect(image).toMatchObject({ image_url: image.url, score: image.similarity });
    expect(image.similarity).toBe(found.image_similarity);
    const row = await fixture.lintel.database.db
      .selectFrom("listing_photos")
      .innerJoin("listings", "listings.id", "listing_photos.listing_id")
      .select(["listings.listing_id", "listing_photos.url"])
      .where("listing_photos.id", "=", image.image_id)
      .executeTakeFirst();
    expect(row).toEqual({ listing_id: "P-1", url: image.url });
  });

  it("shows the photos that go with words which only filter listings", async () => {
    const { photo, home } = fixture;
    const market = await fixture.openMarket("garages", [
      home(
        "G-1",
        [photo("/green.jpg", "Back lawn", "Yard"), photo("/brown.jpg", "Two-car garage", "Garage")],
        {
          GarageSpaces: 2,
        },
      ),
      home("G-2", [photo("/brown.jpg", "Two-car garage", "Garage")], { GarageSpaces: 1 }),
    ]);
    await fixture.index();
    const body = await search({ query: "two car garage", include_images: true }, market.host);
    expect(body.interpreted.text).toBe("");
    expect(ids(body.results)).toEqual(["G-1"]);
    expect(body.results[0].matching_images[0]).toMatchObject({ image_index: 1, room_type: "garage" });
  });

  it("judges by words what only photos found, and by photos what only words found", async () => {
    const { results } = await search({ query: KITCHEN, include_images: true });
    const [one, two] = ["P-1", "P-2"].map((id) =>
      results.find(({ listing_id }: { listing_id: string }) => listing_id === id),
    );
    expect(two.text_similarity).toBeGreaterThan(one.text_similarity);
    expect(one.image_similarity).toBeGreaterThan(two.image_similarity);
  });

  it("combines 0.6 of the text and 0.4 of the images exactly, best first", async () => {
    const { results } = await search({ query: KITCHEN, include_images: true });
    expect(results.length).toBeGreaterThan(1);
    for (const item of results) {
      const combined = item.text_similarity * 0.6 + item.image_similarity * 0.4;
      expect(Math.abs(item.combined_score - combined)).toBeLessThan(1e-9);
      expect([item.similarity, item.similarity_score]).toEqual([item.combined_score, item.combined_score]);
    }
    const scores = results.map(({ combined_score }: { combined_score: number }) => combined_score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  });

  it("compares no picture without include_images, and the rule still holds", async () => {
    const { results } = await search({ query: KITCHEN });
    expect(ids(results)).toEqual(["P-2"]);
    const [{ text_similarity, ...item }] = results;
    expect(item).toMatchObject({ image_similarity: 0, matching_images: [] });
    expect(item.combined_score).toBeCloseTo(text_similarity * 0.6, 9);
  });

  it("answers both names of the array, and what was asked", async () => {
    const body = await search({ query: KITCHEN, include_images: true, limit: 1, offset: 1 });
    expect(body.properties).toEqual(body.results);
    expect(body).toMatchObject({ query: KITCHEN, limit: 1, offset: 1, search_type: "multimodal" });
    expect(body.results).toHaveLength(1);
    expect(body.interpreted.text).toContain("kitchen");
  });

  it("cuts pages that are disjoint, whole, and end with the total", async () => {
    const whole = await search({ query: KITCHEN, include_images: true });
    const pages: string[] = [];
    for (let offset = 0; offset < whole.total; offset++) {
      const page = await search({ query: KITCHEN, include_images: true, limit: 1, offset });
      expect(page.total).toBe(whole.total);
      pages.push(...ids(page.results));
    }
    expect(pages).toEqual(ids(whole.results));
    expect((await search({ query: KITCHEN, include_images: true, offset: 5000 })).results).toEqual([]);
  });

  it("shows no other brokerage's listings, nor those that are not for the public", async () => {
    expect(ids((await search({ query: KITCHEN, include_images: true })).results)).not.toContain("P-4");
    const other = await search({ query: KITCHEN, include_images: true }, "elsewhere.test");
    expect(ids(other.results)).toEqual(["E-1"]);
  });

  it("finds by photos only what the filters leave", async () => {
    const inBoise = await search({ query: KITCHEN, include_images: true, city: "Boise" });
    expect(ids(inBoise.results)).not.toContain("P-1");
    const inStar = await search({ query: `${KITCHEN} in Star`, include_images: true });
    expect(ids(inStar.results)).toEqual(["P-1"]);
    expect(inStar.interpreted.filters).toEqual({ city: "Star" });
  });

  it("shows a photo no longer once its listing has lost it, or has left the public", async () => {
    const { photo, home } = fixture;
    const market = await fixture.openMarket("leaving", [
      home("L-1", [photo("/white.jpg", KITCHEN, "Kitchen"), photo("/green.jpg", "Lawn")]),
      home("L-2", [photo("/white.jpg", KITCHEN, "Kitchen")]),
    ]);
    await fixture.index();
    const found = async () => (await search({ query: KITCHEN, include_images: true }, market.host)).results;
    expect(ids(await found()).sort()).toEqual(["L-1", "L-2"]);
    await market.import([
      home("L-1", [photo("/green.jpg", "Lawn")], { ModificationTimestamp: "2026-06-15T13:00:00Z" }),
      home("L-2", [photo("/white.jpg", KITCHEN, "Kitchen")], {
        StandardStatus: "Hold",
        ModificationTimestamp: "2026-06-15T13:00:00Z",
      }),
    ]);
    await fixture.lintel.services.listings.index.catchUp();
    // The job has not run yet: what it knows is out of date.
    const shown = (await found()).flatMap((item: { matching_images: object[] }) => item.matching_images);
    expect(shown).toEqual([]);
    await fixture.index();
    expect(ids(await found())).toEqual([]);
  });

  it.each([
    [{ query: "  " }, "query"],
    [{ query: "x", limit: 101 }, "limit"],
    [{ query: "x", limit: 0 }, "limit"],
    [{ query: "x", offset: -1 }, "offset"],
    [{ query: "x", offset: 10_001 }, "offset"],
    [{ query: "x", include_images: "yes" }, "include_images"],
    [{ query: "x", min_price: 2, max_price: 1 }, "min_price"],
  ])("refuses %j", async (body, field) => {
    const reply = await fixture.search("multimodal", host, body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].loc).toContain(field);
  });
});
