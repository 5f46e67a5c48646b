import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const near = { Latitude: 43.6, Longitude: -116.2 };

describe("lists of homes, and of what they have", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "tags", [
      home({ ListingId: "ONE", ...near }),
      home({ ListingId: "TWO", ...near, ListPrice: 410_000 }),
    ]);
  });
  afterAll(() => lintel.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    lintel.call(path, { host: market.host, headers });

  it.each([
    ["/api/properties", { ListPrice: 420_000 }],
    ["/api/properties/cities/list", { City: "Nampa" }],
    ["/api/properties/ONE/nearby", { ListPrice: 430_000 }],
    ["/api/properties/ONE/similar", { ListPrice: 440_000 }],
    ["/api/properties/TWO/history", { ListPrice: 450_000 }],
    ["/api/search/autocomplete?q=na", { City: "Naples" }],
  ])(
    "%s has an ETag, is 304 to a caller that has the reply, and has another one when a listing changes",
    async (path, change) => {
      const { status, headers, text } = await get(path);
      expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
      expect(String(headers.vary)).toContain("Accept-Encoding");
      const tag = { "if-none-match": String(headers.etag) };
      const known = await get(path, tag);
      expect([known.status, known.text]).toEqual([304, ""]);
      await market.import([home({ ListingId: "TWO", ...near, ...change })]);
      const changed = await get(path, tag);
      expect([changed.status, changed.text === text]).toEqual([200, false]);
      expect(changed.headers.etag).not.toBe(headers.etag);
    },
  );
});
