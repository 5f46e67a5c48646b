import polylineCodec from "@googlemaps/polyline-codec";
import { describe, expect, it } from "vitest";
import { parsePolygon, polygonOf } from "./parse-polygon.ts";
import { PolygonError } from "./polygon-area.ts";
import { polygonRegion } from "./polygon-region.ts";

type Points = (readonly [lng: number, lat: number])[];

/** Points of a ring, without the last that repeats the first. */
function points(text: string): Points {
  return text.split(", ").map((point) => point.split(" ").map(Number) as [number, number]);
}

const closed = (ring: Points): Points => ring.concat(ring.slice(0, 1));
const polygon = (...rings: Points[]) => ({ type: "Polygon", coordinates: rings.map(closed) });
const multi = (...parts: Points[][]) => ({
  type: "MultiPolygon",
  coordinates: parts.map((rings) => rings.map(closed)),
});
const polyline = (ring: Points) =>
  polylineCodec.encode(
    ring.map(([lng, lat]) => [lat, lng]),
    5,
  );
const circle = (count: number): Points =>
  Array.from({ length: count }, (_, nth) => {
    const angle = (2 * Math.PI * nth) / count;
    return [-121.5 + Math.cos(angle), 47.5 + Math.sin(angle)];
  });
const contains = (area: unknown, lng: number, lat: number) =>
  polygonRegion(polygonOf(area)).contains(lat, lng);

const SQUARE = points("-122 47, -121 47, -121 48, -122 48");
const HOLE = points("-121.75 47.25, -121.25 47.25, -121.25 47.75, -121.75 47.75");
const BOW_TIE = points("-122 47, -121 48, -121 47, -122 48");
const TRIANGLE = points("5 5, 6 5, 6 6");
const KEYHOLE = points("0 0, 9 0, 9 9, 0 9, 0 0, 3 3, 3 6, 6 6, 6 3, 3 3");

describe("An area as text", () => {
  it("is GeoJSON or an encoded polyline, which may be closed or not", () => {
    const { key, bounds, points: count } = parsePolygon(JSON.stringify(polygon(SQUARE)));
    expect(bounds).toEqual({ minLat: 47, maxLat: 48, minLng: -122, maxLng: -121 });
    expect(count).toBe(4);
    expect(parsePolygon(polyline(SQUARE)).key).toBe(key);
    expect(parsePolygon(polyline(closed(SQUARE)))).toMatchObject({ key, points: 4 });
  });

  it("is the same area in a JSON body, as an object or as text, and in a Feature", () => {
    const { key } = parsePolygon(JSON.stringify(polygon(SQUARE)));
    expect(polygonOf(polygon(SQUARE)).key).toBe(key);
    expect(polygonOf(polyline(SQUARE)).key).toBe(key);
    expect(polygonOf({ type: "Feature", properties: null, geometry: polygon(SQUARE) }).key).toBe(key);
    expect(polygonOf(multi([SQUARE])).key).toBe(key);
  });

  it("may be a polyline that begins like JSON", () => {
    const text = polyline(points("-122 47.00014, -121 47, -121 48"));
    expect(text[0]).toBe("{");
    expect(parsePolygon(text).points).toBe(3);
  });

  it("may have altitudes, and points that repeat the one before", () => {
    const repeating = points("-122 47, -122 47, -121 47, -121 48, -121 48, -122 48, -122 47");
    const coordinates = [closed(repeating).map((point, nth) => (nth === 2 ? [...point, 120.5] : point))];
    expect(polygonOf({ type: "Polygon", coordinates }).key).toBe(polygonOf(polygon(SQUARE)).key);
  });

  it("may have degrees that are too small to multiply", () => {
    const text = "0 0, 5e-324 1e-300, 1e-320 3e-310, 1 0, 1 1, 0 1";
    const { key } = polygonOf(polygon(points(text)));
    expect(key).toBe(polygonOf(polygon(points("0 0, 1 0, 1 1, 0 1"))).key);
    expect(contains(polygon(points(text)), 5e-324, 0.5)).toBe(true);
  });

  it("has at most 2,000 points, of all rings together, without those that close them", () => {
    expect(polygonOf(polygon(circle(2000))).points).toBe(2000);
    expect(polygonOf(polygon(circle(1996), HOLE)).points).toBe(2000);
    const tooMany = new PolygonError("must have at most 2000 points");
    expect(() => polygonOf(polygon(circle(2001)))).toThrow(tooMany);
    expect(() => polygonOf(polygon(circle(1997), HOLE))).toThrow(tooMany);
    expect(() => polygonOf(multi(...Array.from({ length: 501 }, () => [SQUARE])))).toThrow(tooMany);
    expect(() => parsePolygon(polyline(circle(2001)))).toThrow(tooMany);
    expect(() => parsePolygon("??".repeat(30_000))).toThrow(tooMany);
  });
});

describe("The key of an area", () => {
  const { key } = polygonOf(multi([SQUARE, HOLE], [TRIANGLE]));

  it("is the same for other first points, other directions and another order of parts", () => {
    const turned = [...SQUARE.slice(2), ...SQUARE.slice(0, 2)];
    expect(polygonOf(multi([TRIANGLE.toReversed()], [turned, HOLE.toReversed()])).key).toBe(key);
  });

  it.each([
    ["another point", multi([SQUARE, HOLE], [points("5 5, 6 5, 6 6.000001")])],
    ["a part less", polygon(SQUARE, HOLE)],
    ["a hole that is a part", multi([SQUARE], [HOLE], [TRIANGLE])],
    ["a hole of another part", multi([SQUARE], [TRIANGLE, HOLE])],
  ])("differs for %s", (_, area) => {
    expect(polygonOf(area).key).not.toBe(key);
  });
});

describe("A ring that touches itself", () => {
  it.each([
    ["at one of its points", "0 0, 2 0, 1 1, 2 2, 0 2, 1 1", 1, 1],
    ["with a point on an edge", "0 0, 4 0, 4 4, 2 0, 0 4", 2, 0],
    ["along a bridge to a hole", "0 0, 9 0, 9 9, 0 9, 0 0, 3 3, 3 6, 6 6, 6 3, 3 3", 2, 2],
    ["along a spike", "0 0, 2 0, 2 3, 2 0, 4 0, 4 4, 0 4", 2, 3],
    ["along a line beyond the area", "0 0, 9 0, 4 0, 4 4", 7, 0],
    ["in three loops at one point", "0 0, 2 0, 2 1, 0 0, -2 0, -2 -1, 0 0, 0 2, -1 2", -1.5, -0.5],
  ])("%s is an area that includes where it touches", (_, text, lng, lat) => {
    const ring = points(text);
    expect(contains(polygon(ring), lng, lat)).toBe(true);
    expect(contains(polygon(ring.toReversed()), lng, lat)).toBe(true);
  });

  it("does not surround the hole that a bridge leads to", () => {
    expect(contains(polygon(KEYHOLE), 4, 5)).toBe(false);
    expect(contains(polygon(KEYHOLE), 7, 5)).toBe(true);
  });
});

describe("A ring that crosses itself is refused with the place:", () => {
  it.each([
    ["two edges that cross", polygon(BOW_TIE), "the outer ring does at lng -121.5, lat 47.5"],
    [
      "edges that cross at a point of both",
      polygon(points("0 0, 1 1, 2 2, 2 0, 1 1, 0 2")),
      "the outer ring does at lng 1, lat 1",
    ],
    [
      "an edge that is crossed at a point",
      polygon(points("0 0, 4 0, 4 4, 2 0, 2 -2, 0 -2")),
      "the outer ring does at lng 2, lat 0",
    ],
    [
      "a loop within the ring",
      polygon(points("0 0, 9 0, 9 4, 5 4, 3 6, 1 4, 3 2, 5 4, 4 9, 0 9")),
      "the outer ring does at lng 5, lat 4",
    ],
    ["a ring that runs around twice", polygon([...SQUARE, ...SQUARE]), "the outer ring does at lng -12"],
    ["a hole", polygon(SQUARE, BOW_TIE), "hole 1 does at lng -121.5, lat 47.5"],
    ["a part", multi([SQUARE], [SQUARE, HOLE, BOW_TIE]), "hole 2 of part 2 does at lng -121.5, lat 47.5"],
    ["a polyline", polyline(BOW_TIE), "the polyline does at lng -121.5, lat 47.5"],
  ])("%s", (_, value, where) => {
    expect(() => polygonOf(value)).toThrow(PolygonError);
    expect(() => polygonOf(value)).toThrow(`must not cross itself: ${where}`);
  });
});

describe("What else is wrong is stated, and where:", () => {
  const NEITHER = "must be a GeoJSON Polygon or MultiPolygon, or an encoded polyline";
  const FEW = "must have rings of at least 4 positions, the last of which repeats the first";
  const MERIDIAN = "(an area across the 180th meridian is a MultiPolygon with a part on each side)";
  const LNGS = "must have longitudes from -180 to 180";
  const PAIRS = "must have positions of two numbers, [lng, lat]";

  it.each<[string, unknown, string]>([
    [
      "a ring that is not closed",
      { type: "Polygon", coordinates: [SQUARE] },
      "must have closed rings: the outer ring begins at [-122, 47] and ends at [-122, 48]",
    ],
    ["too few positions", polygon(SQUARE, HOLE.slice(0, 2)), `${FEW}: hole 1 has 3`],
    ["a polyline of too few", polyline(SQUARE.slice(0, 2)), `${FEW}: the polyline has 3`],
    [
      "a ring that runs along itself all the time",
      polygon(Array.from({ length: 1998 }, (_, nth) => [(nth * (-1) ** nth) / 50, (nth * (-1) ** nth) / 50])),
      "must not run along itself so often: the outer ring does at lng -",
    ],
    ["points on a line", polygon(points("0 0, 3 3, 1 1")), "must surround an area: the outer ring does not"],
    ["the same points", polygon(SQUARE, points("0 0, 0 0, 0 0")), "must surround an area: hole 1 does not"],
    [
      "a longitude",
      polygon(points("179 0, 181 0, 181 1")),
      `${LNGS}: position 2 of the outer ring has 181 ${MERIDIAN}`,
    ],
    [
      "an infinite one",
      '{"type":"Polygon","coordinates":[[[0,0],[1e999,0],[1,1],[0,0]]]}',
      `${LNGS}: position 2 of the outer ring has Infinity ${MERIDIAN}`,
    ],
    [
      "a latitude",
      polygon(points("47 -122, 48 -122, 48 -121")),
      "must have latitudes from -90 to 90: position 1 of the outer ring has -122 (a position is [lng, lat])",
    ],
    [
      "a number alone",
      { type: "Polygon", coordinates: [[[0, 0], [1]]] },
      `${PAIRS}: position 2 of the outer`,
    ],
    [
      "texts",
      { type: "Polygon", coordinates: [[["0", "0"]]] },
      `${PAIRS}: position 1 of the outer ring is not`,
    ],
    [
      "a position that is none",
      { type: "Polygon", coordinates: [[null]] },
      `${PAIRS}: position 1 of the outer`,
    ],
    [
      "rings as parts",
      { ...polygon(SQUARE), type: "MultiPolygon" },
      `${PAIRS}: position 1 of the outer ring of part 1 is not`,
    ],
    [
      "no rings",
      { type: "Polygon", coordinates: [] },
      `${NEITHER}: the coordinates must be a list of rings, and must not be empty`,
    ],
    [
      "no positions",
      { type: "MultiPolygon", coordinates: [[[]]] },
      `${NEITHER}: the outer ring of part 1 must be a list of positions, and must not be empty`,
    ],
    [
      "no parts",
      { type: "MultiPolygon", coordinates: [] },
      `${NEITHER}: the coordinates must be a list of parts, and must not be empty`,
    ],
    [
      "no list",
      { type: "Polygon", coordinates: "all" },
      `${NEITHER}: the coordinates must be a list of rings`,
    ],
    ["another type", { type: "Point", coordinates: [0, 0] }, `${NEITHER}: its type is "Point"`],
    ["no type", {}, `${NEITHER}: it has no type`],
    [
      "a Feature without a geometry",
      { type: "Feature", geometry: null },
      `${NEITHER}: it is not an object with a type and coordinates`,
    ],
    ["a list", "[]", `${NEITHER}: it is not an object with a type and coordinates`],
    ["a polyline that is JSON", "null", `${NEITHER}: it is not an object with a type and coordinates`],
    ["a number", 5, `${NEITHER}: it is not an object with a type and coordinates`],
    ["no text", " ", "must not be empty"],
    [
      "a text that is neither",
      '{"type":"Polygon"',
      `${NEITHER} with precision 5: it is not JSON, and no polyline has its character 2`,
    ],
    ["a polyline cut off", "_p~iF~ps|U_ulL_", "no number of a polyline begins at its character 15"],
    ["a polyline of a latitude too many", "_p~iF~ps|U_ulL", "it is a polyline that ends after a latitude"],
    ["numbers too long for a polyline", "_".repeat(40), "no number of a polyline begins at its character 1"],
  ])("%s", (_, value, message) => {
    expect(() => polygonOf(value)).toThrow(PolygonError);
    expect(() => polygonOf(value)).toThrow(message);
  });
});
