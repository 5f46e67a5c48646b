import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Market } from "../../server/test/harness/market.ts";
import { openPhotos, type PhotoFixture } from "../../server/test/harness/photo-fixture.ts";
import { allFiles, allPages } from "./harness/all-pages.ts";
import { BROWSER } from "./harness/website-fixture.ts";

describe("photos on pages", () => {
  let fixture: PhotoFixture;
  let market: Market;
  const stop = new AbortController();
  beforeAll(async () => {
    fixture = await openPhotos({ WEBSITE: "on" });
    await fixture.addPicture("/one.jpg", "#3a7a3a");
    const { photo, home } = fixture;
    market = await fixture.openMarket("photos", [
      home("P-1", [photo("/one.jpg"), photo("/missing.jpg")], { UnparsedAddress: "101 Oakmont St" }),
      home("P-2", [photo("/missing.jpg")], { City: "" }),
      home("P-3", [photo("/one.jpg")]),
    ]);
    await market.import([home("P-3", [photo("/one.jpg")], { StandardStatus: "Withdrawn" })]);
    await fixture.lintel.createAgent(market.brokerageId, {
      name: "Ann Lee",
      slug: "ann",
      photo_url: `${fixture.web.url}/portrait.jpg`,
    });
  });
  afterAll(async () => {
    stop.abort();
    await fixture.close();
  });

  const get = async (url: string) =>
    await fixture.lintel.app.inject({
      url,
      headers: { host: market.host, ...BROWSER, cookie: "lintel_favorites=P-1%2CP-2" },
    });

  /** Pages and files that print an address of the source's own server. */
  async function pagesWithOrigin(): Promise<string[]> {
    const examples = {
      home: "/homes/P-1/101-oakmont-st-boise-id",
      unplaced: "P-2",
      agent: "ann",
      town: "/homes/id/boise",
      gone: "P-3",
      search: 1,
    };
    const found: string[] = [];
    for (const path of [...allPages(examples).map((page) => page.path), ...allFiles()]) {
      const { body, statusCode } = await get(path);
      expect([path, statusCode < 500]).toEqual([path, true]);
      if (body.includes(new URL(fixture.web.url).host)) found.push(path);
    }
    return found;
  }

  it("are ours alone: no page prints an address of their source, before and after they are kept", async () => {
    // The API still lists them.
    expect((await market.get("/api/properties/P-1")).body.photos[0]).toBe(`${fixture.web.url}/one.jpg`);
    expect(await pagesWithOrigin()).toEqual([]);
    fixture.lintel.services.photos.pages.start(stop.signal);
    await get("/homes/P-1/101-oakmont-st-boise-id");
    await vi.waitFor(
      async () => expect((await market.get("/api/properties/P-1")).body.images).toHaveLength(1),
      { timeout: 30_000, interval: 200 },
    );
    // Pages are made again of what has changed.
    await market.import([fixture.home("P-2", [fixture.photo("/missing.jpg")], { City: "", ListPrice: 1 })]);
    expect((await get("/homes/P-1/101-oakmont-st-boise-id")).body).toMatch(/<img[^>]+src="\/files\/photos\//);
    expect(await pagesWithOrigin()).toEqual([]);
  });
});
