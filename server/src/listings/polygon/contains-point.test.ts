import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import { containsPoint } from "./contains-point.ts";
import { polygonOf } from "./parse-polygon.ts";
import { polygonRegion, prepareRegion } from "./polygon-region.ts";

type Points = [lng: number, lat: number][];

const closed = (ring: Points): Points => [...ring, ring[0] as Points[number]];

/** A star of random rays, whose points are on a coarse grid: many are beside, above or on the lines of others. */
function star(random: SeededRandom, [lng, lat]: Points[number], size: number): Points {
  const count = random.integer(3, 12);
  return Array.from({ length: count }, (_, nth): Points[number] => {
    const angle = (2 * Math.PI * nth) / count;
    const ray = size * (0.4 + 0.6 * random.next());
    return [Math.round(lng + ray * Math.cos(angle)), Math.round(lat + ray * Math.sin(angle))];
  });
}

describe("A point compared with all edges of an area", () => {
  it("is where the area's grid has it, also on edges, corners and holes", async () => {
    const random = new SeededRandom(24);
    let areas = 0;
    let inside = 0;
    for (let nth = 0; nth < 400; nth++) {
      const parts = [
        [star(random, [0, 0], 40), star(random, [0, 0], 12)],
        [star(random, [random.integer(-60, 60), random.integer(-30, 30)], 25)],
      ];
      let area: ReturnType<typeof polygonOf>;
      try {
        area = polygonOf({ type: "MultiPolygon", coordinates: parts.map((rings) => rings.map(closed)) });
      } catch {
        continue;
      }
      areas++;
      await prepareRegion(area);
      const region = polygonRegion(area);
      const corners = parts.flat(2);
      for (let at = 0; at < 200; at++) {
        const near = random.pick(corners);
        const [lng, lat] = random.pick<Points[number]>([
          [random.integer(-60, 60), random.integer(-40, 40)],
          [near[0], random.integer(-40, 40)],
          [random.decimal(-60, 60, 3), near[1]],
          near,
        ]);
        const isInside = region.contains(lat, lng);
        if (isInside) inside++;
        expect(containsPoint(area, lng, lat), `${JSON.stringify(parts)} at ${lng} ${lat}`).toBe(isInside);
      }
    }
    expect(areas).toBeGreaterThan(200);
    expect(inside).toBeGreaterThan(10_000);
  });
});
