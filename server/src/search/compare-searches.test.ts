import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { recommend } from "./recommend.ts";

describe("compareSearches", () => {
  let fixture: PhotoFixture;
  let host: string;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { photo, home } = fixture;
    await fixture.addPicture("/a.jpg", "#f4f4f0");
    await fixture.addPicture("/b.jpg", "#3a7a3a");
    const kitchen = photo("/a.jpg", "Bright white kitchen", "Kitchen");
    const lawn = photo("/b.jpg", "Back lawn", "Yard");
    ({ host } = await fixture.openMarket("compared", [
      home("C-1", [kitchen], { PublicRemarks: "Call for a showing." }),
      home("C-2", [lawn], { PublicRemarks: "A short walk to the school, and quiet neighbors." }),
      home("C-3", [kitchen, lawn], { PublicRemarks: "Motivated." }),
    ]));
    await fixture.openMarket("uncompared", [home("U-1", [kitchen])]);
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const compare = async (body: object) => {
    const reply = await fixture.search("compare", host, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };

  it("asks the same words in three ways, each listing once", async () => {
    const { query, methods } = await compare({ query: "bright white kitchen" });
    expect(query).toBe("bright white kitchen");
    for (const name of ["image_description", "visual_embedding"]) {
      const { results, count, avg_similarity } = methods[name];
      expect(results.map(({ listing_id }: { listing_id: string }) => listing_id).slice(0, 2)).toEqual([
        "C-1",
        "C-3",
      ]);
      expect(results[0]).toMatchObject({
        property_id: "C-1",
        url: `${fixture.web.url}/a.jpg`,
        image_index: 0,
      });
      expect(results[0].description).toContain("Bright white kitchen");
      expect(count).toBe(results.length);
      const sum = results.reduce((all: number, each: { similarity: number }) => all + each.similarity, 0);
      expect(avg_similarity).toBeCloseTo(sum / count, 4);
    }
  });

  it("recommends photos for what is seen, and the text for what is not", async () => {
    const seen = await compare({ query: "bright white kitchen", limit: 2 });
    expect(["image_description", "visual_embedding"]).toContain(seen.recommendation);
    expect(seen.reason).toMatch(/photos/);
    const comparison = await compare({ query: "walk to school with quiet neighbors" });
    expect(comparison.recommendation).toBe("semantic");
    expect(comparison.methods.semantic.results[0].listing_id).toBe("C-2");
  });

  it("recommends the text when nothing is found, and has no averages then", async () => {
    const { methods, recommendation } = await compare({ query: "zxqv bnmw" });
    expect(recommendation).toBe("semantic");
    for (const method of Object.values(methods)) {
      expect(method).toMatchObject({ results: [], count: 0, avg_similarity: null });
    }
  });

  it("gives each method as many as were asked for", async () => {
    const { methods } = await compare({ query: "bright white kitchen", limit: 1 });
    for (const method of Object.values(methods)) {
      expect((method as { count: number }).count).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [{}, "query"],
    [{ query: "x", limit: 101 }, "limit"],
  ])("refuses %j", async (body, field) => {
    const reply = await fixture.search("compare", host, body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].loc).toContain(field);
  });
});

describe("recommend", () => {
  const methods = (semantic: number | null, described: number | null, visual: number | null) => {
    const method = (avg_similarity: number | null) => ({
      avg_similarity,
      count: avg_similarity === null ? 0 : 3,
    });
    return {
      semantic: method(semantic),
      image_description: method(described),
      visual_embedding: method(visual),
    };
  };

  it.each([
    ["the furthest above chance of visible words", methods(0.3, 0.4, 0.5), true, "visual_embedding"],
    ["the text of equal ones", methods(0.5, 0.5, 0.5), true, "semantic"],
    ["the text of words that show nothing", methods(0.2, 0.9, 0.9), false, "semantic"],
    ["photos of such words where texts find nothing", methods(null, 0.2, 0.1), false, "image_description"],
    ["the text without any results", methods(null, null, null), true, "semantic"],
  ])("takes %s", (_, measured, isVisual, expected) => {
    expect(recommend(measured, isVisual).recommendation).toBe(expected);
  });
});
