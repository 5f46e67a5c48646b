import { describe, expect, it } from "vitest";
import { polygonOf } from "./parse-polygon.ts";
import { polygonRegion } from "./polygon-region.ts";
import { widerPolygon } from "./wider-polygon.ts";

type Points = [lng: number, lat: number][];

const polygon = (...rings: Points[]) => ({
  type: "Polygon",
  coordinates: rings.map((ring) => [...ring, ring[0]]),
});
const square = (west: number, south: number, size: number): Points => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

describe("An area wider by a factor", () => {
  it("is scaled about its middle, with its holes", () => {
    const area = polygonOf(polygon(square(-124, 44, 4), square(-123, 45, 2)));
    const wider = polygonOf(polygon(square(-124.5, 43.5, 5), square(-123.25, 44.75, 2.5)));
    expect(widerPolygon(area, 1.25)).toEqual({ ...wider, points: 8 });
    expect(widerPolygon(area, 1).key).toBe(area.key);
  });

  it.each([
    ["the 180th meridian", square(176, 0, 4), 180, 2],
    ["a pole", square(10, 86, 4), 12, 90],
    ["a corner of all degrees", square(-180, -90, 8), -180, -90],
  ])("ends at %s", (_, ring, lng, lat) => {
    const wider = widerPolygon(polygonOf(polygon(ring)), 3);
    const { minLng, maxLng, minLat, maxLat } = wider.bounds;
    expect(Math.max(-minLng, maxLng)).toBeLessThanOrEqual(180);
    expect(Math.max(-minLat, maxLat)).toBeLessThanOrEqual(90);
    expect(polygonRegion(wider).contains(lat, lng)).toBe(true);
  });

  it("may have points that come to lie at one place", () => {
    const ring: Points = [
      [170, 80],
      [179, 80],
      [179.5, 80.5],
      [179.5, 89],
      [179, 89.5],
      [170, 89.5],
    ];
    const wider = widerPolygon(polygonOf(polygon(ring)), 5);
    expect(polygonRegion(wider).contains(90, 180)).toBe(true);
    expect(polygonRegion(wider).contains(70, 180)).toBe(true);
    expect(polygonRegion(wider).contains(50, 180)).toBe(false);
  });
});
