import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

describe("the switches of the search", () => {
  let website: WebsiteFixture;
  let homePage: string;
  beforeAll(async () => {
    const placed = { City: "Nampa", ListPrice: 389_900, Latitude: 43.6, Longitude: -116.2 };
    website = await WebsiteFixture.open({}, [
      home({ ListingId: "A-1", City: "Boise" }),
      home({ ListingId: "A-2", ...placed }),
    ]);
    const nav_main = [
      { label: "Pools", href: "/homes?q=pool" },
      { label: "On the map", href: "/homes?city=Boise#map" },
      { label: "Buy", href: "/homes?city=Boise" },
    ];
    await website.change({ hero_search_examples: ["3 bedrooms in Boise"], nav_main });
    homePage = String((await website.visit("/homes/A-2")).headers.location);
  });
  afterAll(() => website.close());

  const text = async (path: string) => (await website.visit(path)).text;

  it("plain words: their boxes, examples and links are there", async () => {
    for (const path of ["/", "/homes"])
      expect(await text(path)).toMatch(/<input[^>]*name="q"[^>]*maxLength="500"/i);
    expect(await text("/")).toContain('href="/homes?q=3+bedrooms+in+Boise"');
    expect(await text("/")).toContain('href="/homes?q=pool"');
    expect(await text("/llms.txt")).toContain("`q`");
    expect(await text("/searches/new?q=pool")).toContain('name="q" value="pool"');
  });

  it("without plain words a town, bedrooms and a price are chosen, and no page takes or names words", async () => {
    await website.change({ feature_semantic_search: false });
    try {
      for (const path of ["/", "/homes", "/homes?q=pool", homePage, "/searches/new?q=pool&city=Boise"]) {
        const page = await text(path);
        expect([path, page.match(/name="q"|[?&;]q=|your own words/g)]).toEqual([path, null]);
      }
      expect(await text("/llms.txt")).not.toContain("`q`");
      expect((await website.visit("/searches/new?q=pool")).status).toBe(404);
      const start = await text("/");
      for (const name of ["city", "min_beds", "max_price"]) expect(start).toContain(`<select name="${name}"`);
      expect(start).toContain('<option value="Nampa">');
      // As the form sends it: what was not chosen is empty.
      const found = await text("/homes?city=Nampa&min_beds=&max_price=400000");
      expect(found).toContain('data-total="1"');
      expect(found).not.toContain("not-applied");
    } finally {
      await website.change({ feature_semantic_search: true });
    }
  });

  it("the map: it is there, and linked", async () => {
    expect(await text("/homes")).toContain('data-island="map"');
    expect(await text(homePage)).toMatch(/href="\/homes\?min_lat=[^"]*#map"/);
    expect(await text("/")).toContain('href="/homes?city=Boise#map"');
  });

  it("without the map there is none, no link to it and no script for it", async () => {
    await website.change({ feature_map_search: false });
    try {
      for (const path of ["/", "/homes", "/homes?city=Boise", homePage, "/homes/id/boise"]) {
        const page = await text(path);
        expect([path, page.match(/#map|id="map"|data-island="[^"]*map"|maplibre|and a map/g)]).toEqual([
          path,
          null,
        ]);
      }
      expect(await text("/")).toContain('href="/homes?city=Boise"');
    } finally {
      await website.change({ feature_map_search: true });
    }
  });
});
