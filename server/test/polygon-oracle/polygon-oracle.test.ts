import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { describe, expect, it } from "vitest";
import { polygonOf } from "../../src/listings/polygon/parse-polygon.ts";
import { type PolygonArea, PolygonError } from "../../src/listings/polygon/polygon-area.ts";
import { polygonRegion } from "../../src/listings/polygon/polygon-region.ts";
import { shapeOf } from "../../src/listings/polygon/ring-sweep.ts";
import { INSIDE, OUTSIDE } from "../../src/listings/search-index/region.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { exactContains } from "./exact-contains.ts";
import { hostileAreas } from "./hostile-areas.ts";
import { naiveShape } from "./naive-ring.ts";
import { latticeRing, nearAndFarRing, type Part, type Point, pointsFor, randomArea } from "./random-areas.ts";

const SEED = Number(process.env.SEED ?? 20261123);
const AREAS = Number(process.env.AREAS ?? 10_000);

describe(`Areas drawn at random (seed ${SEED})`, () => {
  it(`contain the points that an independent library finds in them (${AREAS} areas)`, () => {
    const random = new SeededRandom(SEED);
    let [areas, inside, outside, rounded] = [0, 0, 0, 0];
    while (areas < AREAS) {
      const drawn = randomArea(random);
      const area = acceptedArea(drawn.parts);
      if (!area) continue;
      areas++;
      const { contains } = polygonRegion(area);
      const geometry = { type: "MultiPolygon" as const, coordinates: drawn.parts };
      for (const point of pointsFor(random, drawn)) {
        const isInside = contains(point[1], point[0]);
        // The library rounds differences before it compares them, so that it may err at edges.
        if (booleanPointInPolygon(point, geometry) !== isInside) {
          rounded++;
          if (exactContains(point, drawn.parts) === isInside) continue;
          expect.fail(`${point} should be ${isInside ? "outside" : "inside"}: ${JSON.stringify(geometry)}`);
        }
        if (isInside) inside++;
        else outside++;
      }
    }
    expect(Math.min(inside, outside)).toBeGreaterThan(AREAS * 10);
    expect(rounded).toBeLessThan(AREAS / 100);
  });

  it.each(Object.entries(hostileAreas(new SeededRandom(SEED))))(
    "contain the same points in %s",
    (_, parts) => {
      const random = new SeededRandom(SEED);
      const area = polygonOf({ type: "MultiPolygon", coordinates: parts });
      expect(area.points).toBeGreaterThan(1300);
      const { contains, bounds } = polygonRegion(area);
      const geometry = { type: "MultiPolygon" as const, coordinates: parts };
      const [height, width] = [bounds.maxLat - bounds.minLat, bounds.maxLng - bounds.minLng];
      let inside = 0;
      for (let nth = 0; nth < 600; nth++) {
        const near = random.pick(parts.flat(2));
        const anywhere: Point = [
          bounds.minLng + width * random.next(),
          bounds.minLat + height * random.next(),
        ];
        const share = random.pick([0, 1, 1, 0.1, 1e-4]);
        const point: Point = [
          near[0] + share * (anywhere[0] - near[0]),
          near[1] + share * (anywhere[1] - near[1]),
        ];
        const isInside = contains(point[1], point[0]);
        if (isInside) inside++;
        if (booleanPointInPolygon(point, geometry) === isInside) continue;
        expect(isInside, String(point)).toBe(exactContains(point, parts));
      }
      expect(inside).toBeGreaterThan(100);
      expect(inside).toBeLessThan(600);
    },
  );

  it("of many edges beside one another are refused before a search takes long", () => {
    const random = new SeededRandom(SEED);
    const parts = hostileAreas(random)["a line there and back"] as Part[];
    const area = polygonOf({ type: "MultiPolygon", coordinates: parts }, ["body", "polygon"]);
    const searched = () => {
      const { contains, bounds } = polygonRegion(area);
      const { minLat, maxLat, minLng, maxLng } = bounds;
      for (let nth = 0; nth < 100_000; nth++) {
        contains(minLat + (maxLat - minLat) * random.next(), minLng + (maxLng - minLng) * random.next());
      }
    };
    const refusal = {
      code: "invalid",
      detail: [
        {
          loc: ["body", "polygon"],
          msg: "polygon has too many edges beside one another where homes are: draw it with fewer points",
        },
      ],
    };
    // Each search has its own limit.
    for (const _ of [1, 2])
      expect(searched).toThrow(expect.objectContaining({ message: refusal.detail[0]?.msg }));
    expect(() => polygonRegion(area).contains(47.5, -122)).not.toThrow();
  });

  it("contain exactly what they should where points are very near and very far", () => {
    const random = new SeededRandom(SEED);
    let [areas, inside] = [0, 0];
    while (areas < AREAS / 4) {
      const ring = nearAndFarRing(random);
      const area = acceptedArea([[ring]]);
      if (!area) continue;
      areas++;
      const { contains } = polygonRegion(area);
      for (let nth = 0; nth < 10; nth++) {
        const [from, to] = [random.pick(ring), random.pick(ring)];
        const share = random.pick([0, 0.5, 0.3]);
        const point: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
        const isInside = exactContains(point, [[ring]]);
        if (isInside) inside++;
        expect(contains(point[1], point[0]), `${point} in ${JSON.stringify(ring)}`).toBe(isInside);
      }
    }
    expect(inside).toBeGreaterThan(AREAS);
  });

  it("have no outside in boxes that are inside, and no inside in boxes that are outside", () => {
    const random = new SeededRandom(SEED + 1);
    const found = { [INSIDE]: 0, [OUTSIDE]: 0 };
    for (let areas = 0; areas < AREAS / 4; ) {
      const drawn = randomArea(random);
      const area = acceptedArea(drawn.parts);
      if (!area) continue;
      areas++;
      const { contains, classify } = polygonRegion(area);
      const points = pointsFor(random, drawn);
      for (let nth = 0; nth < 10; nth++) {
        const [west, south] = random.pick(points);
        const size = drawn.frame.degrees * random.pick([3, 0.3, 0.01]);
        const [east, north] = [west + size * random.next(), south + size * random.next()];
        const lies = classify(south, north, west, east);
        if (lies !== INSIDE && lies !== OUTSIDE) continue;
        found[lies]++;
        const within = points.filter(
          ([lng, lat]) => lng >= west && lng <= east && lat >= south && lat <= north,
        );
        for (const [lng, lat] of [...within, [west, north], [east, south], [east, north]] as Point[]) {
          if (contains(lat, lng) === (lies === INSIDE)) continue;
          expect.fail(`${lng}, ${lat} in ${[west, south, east, north]}: ${JSON.stringify(drawn.parts)}`);
        }
      }
    }
    expect(Math.min(found[INSIDE], found[OUTSIDE])).toBeGreaterThan(AREAS / 4);
  });

  it("cross themselves where a comparison of all edges finds it", () => {
    const random = new SeededRandom(SEED + 2);
    const counts = new Map<unknown, number>();
    for (let nth = 0; nth < 3 * AREAS; nth++) {
      const ring = latticeRing(random, random.pick([2, 3, 6])).filter(
        ([lng, lat], at, all) => at === 0 || all[at - 1]?.[0] !== lng || all[at - 1]?.[1] !== lat,
      );
      const shape = shapeOf({
        lngs: Float64Array.from(ring.slice(1), ([lng]) => lng),
        lats: Float64Array.from(ring.slice(1), ([, lat]) => lat),
      });
      const found = "turn" in shape ? shape.turn : "crossing" in shape ? "crossing" : "folded";
      expect(found, JSON.stringify(ring)).toBe(naiveShape(ring));
      counts.set(found, (counts.get(found) ?? 0) + 1);
    }
    expect(Math.min(...counts.values())).toBeGreaterThan(AREAS / 100);
    expect(counts.size).toBe(4);
  });
});

/** null: what was drawn crosses itself, or has no area. */
function acceptedArea(parts: Part[]): PolygonArea | null {
  try {
    return polygonOf({ type: "MultiPolygon", coordinates: parts });
  } catch (error) {
    if (error instanceof PolygonError) return null;
    throw error;
  }
}
