import { encode } from "@googlemaps/polyline-codec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

type Point = [lng: number, lat: number];

/** On both sides of the border between Idaho and Oregon, a tenth of a degree apart. */
const homes = Array.from({ length: 25 }, (_, nth) =>
  home({
    ListingId: `P${nth % 5}${Math.floor(nth / 5)}`,
    Longitude: -117.2 + (nth % 5) / 10,
    Latitude: 44 + Math.floor(nth / 5) / 10,
    StateOrProvince: nth % 5 < 2 ? "OR" : "ID",
    City: "Border",
  }),
);

const square = (west: number, south: number, size: number): Point[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const polygon = (...rings: Point[][]) => ({ type: "Polygon", coordinates: rings });

describe("searchListings: polygons", () => {
  let lintel: TestApp;
  let market: Market;
  const idsOf = (body: { items: { listing_id: string }[] }) =>
    body.items.map(({ listing_id }) => listing_id).sort();
  const search = async (area: object | string, more = "") => {
    const text = typeof area === "string" ? area : JSON.stringify(area);
    return market.search(`polygon=${encodeURIComponent(text)}&page_size=100${more}`);
  };

  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "drawn", homes);
  });
  afterAll(() => lintel.close());

  it("finds what is inside, edges and corners included, on both sides of a border unless a state is given", async () => {
    const area = polygon(square(-117.2, 44, 0.2));
    const body = await search(area);
    expect(idsOf(body)).toEqual(["P00", "P01", "P02", "P10", "P11", "P12", "P20", "P21", "P22"]);
    expect(body).toMatchObject({ total: 9, search_type: "spatial", query_time_ms: expect.any(Number) });
    expect(idsOf(await search(area, "&state=ID"))).toEqual(["P20", "P21", "P22"]);
  });

  it("leaves out what is in a hole, but not on its edge", async () => {
    const hole = square(-117.15, 44.05, 0.1).toReversed() as Point[];
    const body = await search(polygon(square(-117.2, 44, 0.2), hole));
    expect(idsOf(body)).not.toContain("P11");
    expect(body.total).toBe(8);
    const touching = square(-117.1, 44.1, 0.05).toReversed() as Point[];
    expect((await search(polygon(square(-117.2, 44, 0.2), touching))).total).toBe(9);
  });

  it("unites the parts of a MultiPolygon, and takes polylines that close themselves", async () => {
    const parts = [square(-117.2, 44, 0.1), square(-116.9, 44.3, 0.11)];
    const body = await search({ type: "MultiPolygon", coordinates: parts.map((ring) => [ring]) });
    expect(body.total).toBe(8);
    const line = encode(
      square(-117.2, 44, 0.2)
        .slice(0, 4)
        .map(([lng, lat]) => [lat, lng]),
      5,
    );
    expect((await search(line)).total).toBe(9);
  });

  it("takes the same in a body, as JSON or as text, beside other filters", async () => {
    const area = polygon(square(-117.2, 44, 0.2));
    for (const given of [area, JSON.stringify(area)]) {
      const { status, body } = await lintel.call("/api/properties/search", {
        method: "POST",
        host: market.host,
        body: { polygon: given, state: "OR", page_size: 100 },
      });
      expect([status, body.total, body.search_type]).toEqual([200, 6, "spatial"]);
    }
  });

  it("keeps the replies of two areas apart, and pages by cursor within one", async () => {
    const large = polygon(square(-117.2, 44, 0.4));
    expect((await search(large)).total).toBe(25);
    expect((await search(polygon(square(-117.2, 44, 0.1)))).total).toBe(4);
    const text = encodeURIComponent(JSON.stringify(large));
    const first = await market.search(`polygon=${text}&page_size=20`);
    const second = await market.search(`polygon=${text}&page_size=20&cursor=${first.next_cursor}`);
    expect(idsOf({ items: [...first.items, ...second.items] })).toEqual(
      idsOf({ items: (await search(large)).items }),
    );
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    [
      "a ring that crosses itself",
      polygon([
        [-117, 44],
        [-116, 45],
        [-116, 44],
        [-117, 45],
        [-117, 44],
      ]),
      /cross/,
    ],
    [
      "a ring that is not closed",
      polygon([
        [-117, 44],
        [-116, 44],
        [-116, 45],
        [-117, 45],
      ]),
      /closed/,
    ],
    ["another kind of GeoJSON", { type: "Point", coordinates: [-117, 44] }, /Polygon/],
    ["what is neither GeoJSON nor a polyline", "{}", /Polygon/],
    ["no text", "", /empty/],
  ])("refuses %s, saying why", async (_, area, why) => {
    const text = typeof area === "string" ? area : JSON.stringify(area);
    const { status, body } = await lintel.call(`/api/properties?polygon=${encodeURIComponent(text)}`, {
      host: market.host,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ["query", "polygon"]]);
    expect(body.detail[0].msg).toMatch(/^polygon /);
    expect(body.detail[0].msg).toMatch(why);
  });

  it.each([
    "center_lat=44&center_lng=-117&radius_miles=5",
    "min_lat=44&max_lat=45&min_lng=-118&max_lng=-116",
  ])("refuses one together with %s", async (other) => {
    const text = encodeURIComponent(JSON.stringify(polygon(square(-117.2, 44, 0.2))));
    const { status, body } = await lintel.call(`/api/properties?polygon=${text}&${other}`, {
      host: market.host,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ["query", "polygon"]]);
  });
});
