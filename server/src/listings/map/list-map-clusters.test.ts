import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Cluster = {
  count: number;
  lat: number;
  min_price: number;
  max_price: number;
  bounds: Record<"min_lat" | "max_lat" | "min_lng" | "max_lng", number>;
};

describe("listMapClusters", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "clusters", [
      ...Array.from({ length: 6 }, (_, nth) =>
        at(`boise-${nth}`, 43.6 + nth / 1024, -116.2, {
          ListPrice: 300_000 + nth * 1000,
          BedroomsTotal: nth,
        }),
      ),
      ...Array.from({ length: 3 }, (_, nth) => at(`moscow-${nth}`, 46.7, -117)),
      at("oregon", 43.6, -116.2, { StateOrProvince: "OR" }),
      home({ ListingId: "nowhere" }),
    ]);
  });
  afterAll(() => lintel.close());

  const idaho = "min_lat=41&max_lat=49&min_lng=-118&max_lng=-111";
  const clusters = async (query: string) => {
    const reply = await market.get(`/api/map/clusters?${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as { total: number; clusters: Cluster[]; listings: { listing_id: string }[] };
  };

  it("has cells of four listings or more as clusters, and the listings of others as cards", async () => {
    const { total, clusters: found, listings } = await clusters(`${idaho}&zoom=6`);
    expect(total).toBe(9);
    expect(found).toEqual([
      {
        lat: 43.602441,
        lng: -116.2,
        count: 6,
        min_price: 300_000,
        max_price: 305_000,
        bounds: { min_lat: 43.6, max_lat: 43.6 + 5 / 1024, min_lng: -116.2, max_lng: -116.2 },
      },
    ]);
    expect(listings.map(({ listing_id }) => listing_id)).toEqual(["moscow-0", "moscow-1", "moscow-2"]);
    const [card] = (await market.search("min_lat=46&max_lat=47&min_lng=-118&max_lng=-111&sort_by=list_price"))
      .items;
    expect(listings[0]).toEqual(card);
  });

  it("has clusters whose bounds find as many listings in the list, under the same filters", async () => {
    for (const filters of ["", "&state=any", "&min_beds=2", "&state=any&max_beds=4"]) {
      for (const zoom of [0, 5, 9.9, 22]) {
        const answer = await clusters(`${idaho}&zoom=${zoom}${filters}`);
        const counts = answer.clusters.map(({ count }) => count);
        expect(counts.reduce((sum, each) => sum + each, answer.listings.length)).toBe(answer.total);
        for (const { bounds, count } of answer.clusters) {
          const box = new URLSearchParams(
            Object.entries(bounds).map(([name, at]): [string, string] => [name, String(at)]),
          );
          expect((await market.search(`${box}${filters}`)).total).toBe(count);
        }
      }
    }
  });

  it("rounds fractions of the zoom down", async () => {
    const of = async (zoom: number) => (await market.get(`/api/map/clusters?${idaho}&zoom=${zoom}`)).text;
    expect(await of(12.99)).toBe(await of(12));
  });

  it("takes a radius or a polygon beside the map that is shown, but not both", async () => {
    const radius = "center_lat=46.7&center_lng=-117&radius_miles=5";
    const ring = [
      [-116.3, 43.5],
      [-116.1, 43.5],
      [-116.1, 43.6041],
      [-116.3, 43.6041],
      [-116.3, 43.5],
    ];
    const polygon = `polygon=${encodeURIComponent(JSON.stringify({ type: "Polygon", coordinates: [ring] }))}`;
    expect((await clusters(`${idaho}&zoom=6&${radius}`)).total).toBe(3);
    // A polygon lifts the default of `state`: five, and one in Oregon.
    expect((await clusters(`${idaho}&zoom=6&${polygon}`)).clusters.map(({ count }) => count)).toEqual([6]);
    const { status, body } = await market.get(`/api/map/clusters?${idaho}&zoom=6&${radius}&${polygon}`);
    expect([status, body.detail[0].loc]).toEqual([422, ["query", "polygon"]]);
  });

  it("refuses a map without its box or zoom, edges that are swapped, and a zoom that maps do not have", async () => {
    for (const [query, name] of [
      ["zoom=3", "min_lat"],
      [idaho, "zoom"],
      [`${idaho}&zoom=23`, "zoom"],
      [`${idaho}&zoom=-1`, "zoom"],
      ["min_lat=49&max_lat=41&min_lng=-118&max_lng=-111&zoom=3", "min_lat"],
      ["min_lat=41&max_lat=49&min_lng=-111&max_lng=-118&zoom=3", "min_lng"],
      [`${idaho}&zoom=3&min_price=5&max_price=4`, "min_price"],
      [`${idaho}&zoom=3&page=1`, "page"],
    ]) {
      const { status, body } = await market.get(`/api/map/clusters?${query}`);
      expect([query, status, body.detail[0].loc]).toEqual([query, 422, ["query", name]]);
    }
  });

  it("answers 304 to a caller who has the reply, until a listing changes", async () => {
    const path = `/api/map/clusters?${idaho}&zoom=6`;
    const { headers } = await market.get(path);
    const again = async () =>
      (await lintel.call(path, { host: market.host, headers: { "if-none-match": String(headers.etag) } }))
        .status;
    expect(String(headers.etag)).toMatch(/^W\//);
    expect(headers.vary).toContain("Accept-Encoding");
    expect(await again()).toBe(304);
    await market.import([at("new", 43.6, -116.2)]);
    expect(await again()).toBe(200);
  });

  it("merges cells until there are at most 500 clusters and listings", async () => {
    const places = Array.from({ length: 1200 }, (_, nth) =>
      at(`many-${nth}`, 42 + (nth % 40) / 10, -117 + Math.floor(nth / 40) / 10),
    );
    const crowded = await openMarket(lintel, "crowded", places);
    const { body } = await crowded.get(`/api/map/clusters?${idaho}&zoom=22`);
    expect(body.total).toBe(1200);
    expect(body.clusters.length + body.listings.length).toBeLessThanOrEqual(500);
    expect(body.clusters.length).toBeGreaterThan(50);
  });
});

function at(ListingId: string, Latitude: number, Longitude: number, more = {}) {
  return home({ ListingId, Latitude, Longitude, ...more });
}
