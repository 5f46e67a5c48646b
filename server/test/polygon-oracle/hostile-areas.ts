import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { Part, Point } from "./random-areas.ts";

const CENTER: Point = [-122, 47.5];
const POINTS = 2000;

/** Areas of as many points as there may be, with as many edges as possible near one another. */
export function hostileAreas(random: SeededRandom): Record<string, Part[]> {
  return {
    "a star": [[star(POINTS, 0.5, random)]],
    "a star in a tiny spot": [[star(POINTS, 1e-7, random)]],
    "a comb": [[comb(0)]],
    "a comb that is turned": [[comb(0.6)]],
    "a spiral": [[spiral()]],
    "petals that meet at one point": [[petals(POINTS / 3 - 1)]],
    "slivers on top of each other": Array.from({ length: POINTS / 3 - 1 }, () => [sliver(random)]),
    "squares on top of each other": Array.from({ length: POINTS / 4 }, () => [square(random)]),
    "a square with many holes": [[square(random, 0.5), ...holes(21)]],
    "a line there and back": [[thereAndBack(POINTS - 1)]],
  };
}

function at(lng: number, lat: number, turn = 0): Point {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [CENTER[0] + lng * cos - lat * sin, CENTER[1] + lng * sin + lat * cos];
}

function closed(points: Point[]): Point[] {
  return [...points, points[0] as Point];
}

function star(count: number, radius: number, random: SeededRandom): Point[] {
  const points = Array.from({ length: count }, (_, nth) =>
    at(radius * (0.3 + 0.7 * random.next()), 0, (nth / count) * 2 * Math.PI),
  );
  return closed(points);
}

function comb(turn: number): Point[] {
  const teeth = POINTS / 2 - 2;
  const points = Array.from({ length: teeth }, (_, nth) => nth / teeth - 0.5).flatMap((lng) => [
    at(lng, -0.49, turn),
    at(lng + 0.5 / teeth, 0.49, turn),
  ]);
  return closed([at(-0.51, -0.5, turn), ...points, at(0.51, -0.5, turn)]);
}

function spiral(): Point[] {
  const steps = POINTS / 2;
  const turns = 20;
  const line = (nearer: number) =>
    Array.from({ length: steps }, (_, nth) =>
      at(0.5 * (0.05 + (0.95 * nth) / steps - nearer / turns), 0, (nth / steps) * turns * 2 * Math.PI),
    );
  return closed([...line(0), ...line(0.4).reverse()]);
}

function petals(count: number): Point[] {
  const angle = Math.PI / count;
  const points = Array.from({ length: count }, (_, nth) => [
    CENTER,
    at(0.5, 0, 2 * nth * angle),
    at(0.5, 0, (2 * nth + 1) * angle),
  ]);
  return closed(points.flat());
}

function sliver(random: SeededRandom): Point[] {
  const turn = random.next() * Math.PI;
  const beside = 0.2 * (random.next() - 0.5);
  return closed([at(-0.5, beside, turn), at(0.5, beside, turn), at(0.5, beside + 1e-3, turn)]);
}

function square(random: SeededRandom, size = 0.2 + 0.2 * random.next()): Point[] {
  const turn = random.next();
  return closed([at(-size, -size, turn), at(size, -size, turn), at(size, size, turn), at(-size, size, turn)]);
}

/** In rows and columns. */
function holes(columns: number): Point[][] {
  const step = 0.6 / columns;
  return Array.from({ length: columns ** 2 }, (_, nth) => {
    const [lng, lat] = [(nth % columns) * step - 0.3, Math.floor(nth / columns) * step - 0.3];
    return closed([at(lng, lat), at(lng + step / 2, lat), at(lng, lat + step / 2)]);
  });
}

/** Between two points, and at last to a third. */
function thereAndBack(count: number): Point[] {
  const points = Array.from({ length: count }, (_, nth) => (nth % 2 === 0 ? at(-0.5, -0.4) : at(0.5, 0.3)));
  return closed([...points.slice(0, count - (count % 2)), at(-0.5, 0.4)]);
}
