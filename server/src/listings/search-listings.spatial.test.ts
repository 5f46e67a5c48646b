import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

type Item = { listing_id: string; distance_miles: number };

describe("searchListings: spatial", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "spatial", [
      at("center", 43.6, -116.2),
      at("mile", 43.6 + MILE_OF_LATITUDE, -116.2),
      at("north", 43.7, -116.2),
      at("east", 43.6, -116.1, { ListPrice: 100_000 }),
      at("far", 44.6, -116.2),
      at("oregon", 43.61, -116.2, { StateOrProvince: "OR" }),
      home({ ListingId: "nowhere" }),
      home({ ListingId: "half", Latitude: 43.6 }),
      at("null island", 0, 0),
    ]);
  });
  afterAll(() => lintel.close());

  const around = "center_lat=43.6&center_lng=-116.2&radius_miles";
  const box = (minLat: number, maxLat: number, minLng: number, maxLng: number) =>
    `min_lat=${minLat}&max_lat=${maxLat}&min_lng=${minLng}&max_lng=${maxLng}`;

  it("finds what lies in a box, edges included, and no listing without a position", async () => {
    expect((await market.ids(box(43.6, 43.7, -116.2, -116.1))).sort()).toEqual([
      "center",
      "east",
      "mile",
      "north",
    ]);
    expect(await market.ids(box(43.6, 43.6, -116.2, -116.2))).toEqual(["center"]);
    expect(await market.ids(box(43.600001, 43.61, -116.2, -116.2))).toEqual([]);
    expect(await market.ids(box(-90, 90, -180, 180))).toHaveLength(5);
    expect(await market.ids(box(-1, 1, -1, 1))).toEqual([]);
  });

  it("takes the state filter, its default too, inside a box and a radius", async () => {
    const place = box(43.605, 43.612, -116.3, -116);
    expect(await market.ids(place)).toEqual([]);
    expect(await market.ids(`${place}&state=any`)).toEqual(["oregon"]);
    expect(await market.ids(`${around}=0.9&state=any`)).toEqual(["center", "oregon"]);
  });

  it("finds what lies within a radius, nearest first, each with its distance in great-circle miles", async () => {
    const { items } = await market.search(`${around}=50`);
    expect(items.map(({ listing_id, distance_miles }: Item) => [listing_id, distance_miles])).toEqual([
      ["center", 0],
      ["mile", 1],
      ["east", 5],
      ["north", 6.91],
    ]);
  });

  it("includes the edge of the circle and nothing beyond it", async () => {
    expect(await market.ids(`${around}=1.0001`)).toEqual(["center", "mile"]);
    expect(await market.ids(`${around}=0.9999`)).toEqual(["center"]);
    expect((await market.search(`${around}=0.9999`)).total).toBe(1);
  });

  it("sorts a radius search by any field, and by distance down when asked", async () => {
    expect(await market.ids(`${around}=10&sort_by=distance_miles`)).toEqual([
      "center",
      "mile",
      "east",
      "north",
    ]);
    expect(await market.ids(`${around}=10&sort_order=desc`)).toEqual(["north", "east", "mile", "center"]);
    expect(await market.ids(`${around}=10&sort_by=list_price&sort_order=asc`)).toEqual([
      "east",
      "center",
      "mile",
      "north",
    ]);
  });

  it("breaks ties of the distance it shows by listing_id", async () => {
    const ties = await openMarket(lintel, "ties", [
      at("t3", 43.6, -116.2),
      at("t1", 43.60001, -116.2),
      at("t2", 43.59999, -116.2),
    ]);
    expect(await ties.ids(`${around}=1`)).toEqual(["t1", "t2", "t3"]);
    expect(await ties.ids(`${around}=1&sort_order=desc`)).toEqual(["t1", "t2", "t3"]);
  });

  it("adds search_type and query_time_ms to spatial searches only", async () => {
    for (const parameters of [`${around}=5`, box(43, 44, -117, -116)]) {
      const { search_type, query_time_ms } = await market.search(parameters);
      expect(search_type).toBe("spatial");
      expect(query_time_ms).toBeGreaterThanOrEqual(0);
    }
    const plain = await market.search("city=Boise");
    expect("search_type" in plain || "query_time_ms" in plain).toBe(false);
  });

  it("adds distance_miles to the items of radius searches only", async () => {
    for (const parameters of ["", box(43, 44, -117, -116)]) {
      const { items } = await market.search(parameters);
      expect(items.some((item: Item) => "distance_miles" in item)).toBe(false);
    }
    const { items } = await market.search(`${around}=50&sort_by=beds`);
    expect(items.every((item: Item) => typeof item.distance_miles === "number")).toBe(true);
  });

  it("finds exactly the points that the haversine formula puts in the circle, at any place on earth", async () => {
    const points = fc.sample(fc.tuple(degrees(90), degrees(180)), { numRuns: 60, seed: 7 });
    const world = await openMarket(
      lintel,
      "world",
      points.map(([lat, lng], number) => at(`w${number}`, lat, lng, { StateOrProvince: "XX" })),
    );
    const centre = fc.tuple(
      fc.nat(points.length - 1),
      degrees(0.5),
      degrees(0.5),
      fc.double({ min: 0.01, max: 50 }),
    );
    await fc.assert(
      fc.asyncProperty(
        centre.filter(([, , , miles]) => Number.isFinite(miles)),
        async ([near, dLat, dLng, miles]) => {
          const [lat, lng] = points[near] as [number, number];
          const from = [clamp(lat + dLat, 90), clamp(lng + dLng, 180)] as const;
          const parameters = `center_lat=${from[0]}&center_lng=${from[1]}&radius_miles=${miles}&state=XX&page_size=100`;
          const expected = points.flatMap(([a, b], number) =>
            haversine(from, [a, b]) <= miles ? [`w${number}`] : [],
          );
          expect((await world.ids(parameters)).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 80 },
    );
  });
});

const MILE_OF_LATITUDE = 180 / Math.PI / 3958.8;

function at(id: string, Latitude: number, Longitude: number, fields: object = {}) {
  return home({ ListingId: id, Latitude, Longitude, ...fields });
}

function degrees(limit: number) {
  return fc.double({ min: -limit, max: limit, noNaN: true, noDefaultInfinity: true });
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

/** Great-circle miles, written down a second time. */
function haversine([lat1, lng1]: readonly [number, number], [lat2, lng2]: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const a =
    Math.sin(((lat2 - lat1) * radians) / 2) ** 2 +
    Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lng2 - lng1) * radians) / 2) ** 2;
  return 2 * 3958.8 * Math.asin(Math.min(1, Math.sqrt(a)));
}
