import type { Random } from "../src/random.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import { interiorPaints, sideWindow } from "./fixtures.ts";
import { block, facing, project, type Room, scaleAt, shadow, shell } from "./room.ts";
import { ellipse, type Point, path, picture, polygon, rect } from "./svg.ts";

export type GarageTraits = {
  subject: "garage";
  /** Its content: a car, or a workbench with tools. */
  use: "car" | "workshop";
  car: ColorName;
  wall: ColorName;
  mirrored: boolean;
};

function car(room: Room, x: number, z: number, color: string): string {
  const s = scaleAt(z);
  const [left, base] = project(room, x, 0, z);
  const w = 1.8 * s;
  const at = (dx: number, dy: number): Point => [left + dx * w, base - dy * s];
  const glass: Point[] = [at(0.2, 0.95), at(0.8, 0.95), at(0.73, 1.38), at(0.27, 1.38)];
  const cabin: Point[] = [at(0.13, 0.88), at(0.87, 0.88), at(0.77, 1.46), at(0.23, 1.46)];
  return [
    shadow(room, x, z, 1.8, 1.6),
    ...[0.05, 0.78].map((dx) =>
      rect(left + dx * w, base - 0.42 * s, w * 0.17, 0.42 * s, "#202226", 'rx="8"'),
    ),
    polygon(cabin, shade(color, -0.12)),
    polygon(glass, "#2d3b47"),
    polygon([at(0.3, 1.33), at(0.45, 1.33), at(0.36, 1), at(0.25, 1)], "#7f95a3", 'opacity="0.55"'),
    rect(left, base - 0.92 * s, w, 0.66 * s, color, `rx="${s * 0.14}"`),
    rect(left + 0.02 * w, base - 0.9 * s, w * 0.96, 0.12 * s, shade(color, 0.25), 'rx="8"'),
    ...[0.04, 0.78].map((dx) =>
      rect(left + dx * w, base - 0.76 * s, w * 0.18, 0.14 * s, "#b3302b", 'rx="6"'),
    ),
    rect(left + 0.36 * w, base - 0.66 * s, w * 0.28, 0.14 * s, "#f2f2ee"),
    rect(left + 0.02 * w, base - 0.36 * s, w * 0.96, 0.1 * s, shade(color, -0.4), 'rx="6"'),
  ].join("");
}

function shelving(room: Room, x: number, w: number, random: Random): string {
  const z = room.depth - 0.5;
  const tubs = [0.12, 0.82, 1.52].flatMap((y) => {
    const boxes: string[] = [block(room, { x, y, z, w, h: 0.04, d: 0.45 }, "#8a8f94")];
    for (let index = x + 0.06; index < x + w - 0.42; index += 0.46) {
      const color = random.pick(["#3f6f9c", "#6f8f5d", "#b9834f", "#8b8f93", "#c3673a", "#d8d2c6"]);
      const h = random.between(0.26, 0.44);
      boxes.push(block(room, { x: index, y: y + 0.04, z: z + 0.03, w: 0.38, h, d: 0.35 }, color));
      boxes.push(facing(room, index - 0.01, y + h, 0.4, 0.05, z + 0.02, shade(color, -0.25)));
    }
    return boxes;
  });
  const posts = [x, x + w - 0.04].map((at) => facing(room, at, 0, 0.05, 2.1, z - 0.01, "#6b7075"));
  return tubs.join("") + posts.join("");
}

function workbench(room: Room, x: number): string {
  const z = room.depth - 0.75;
  const tools = [0.15, 0.4, 0.65, 0.95, 1.25, 1.6].map((at, i) => {
    const [tx, ty] = project(room, x + at, 1.95, room.depth - 0.03);
    const head =
      i % 2
        ? rect(tx - 16, ty, 32, 12, "#55595e")
        : ellipse(tx, ty + 6, 13, 13, "none", 'stroke="#55595e" stroke-width="6"');
    return rect(tx - 4, ty + 8, 8, 52, ["#c8443a", "#b9834f", "#3f6f9c"][i % 3]!) + head;
  });
  const saw = project(room, x + 2.05, 1.9, room.depth - 0.03);
  return [
    facing(room, x, 1.15, 2.4, 0.95, room.depth - 0.02, "#c9b08a", 'stroke="#9a835f" stroke-width="3"'),
    ...tools,
    path(`M${saw[0] - 40} ${saw[1] + 10}l80 14v18l-84 -10z`, "#b9c0c5"),
    shadow(room, x, z, 2.4, 0.7),
    ...[0.02, 2.2].map((at) => block(room, { x: x + at, y: 0, z, w: 0.16, h: 0.88, d: 0.6 }, "#7a563b")),
    block(room, { x: x + 0.1, y: 0.25, z: z + 0.05, w: 2.1, h: 0.06, d: 0.55 }, "#8a6546"),
    block(room, { x: x - 0.05, y: 0.88, z: z - 0.04, w: 2.5, h: 0.09, d: 0.72 }, "#b9834f"),
    block(room, { x: x + 0.3, y: 0.97, z: z + 0.15, w: 0.5, h: 0.24, d: 0.3 }, "#c8443a"),
    block(room, { x: x + 1.6, y: 0.97, z: z + 0.15, w: 0.3, h: 0.3, d: 0.25 }, "#4a5057"),
    block(room, { x: x + 0.5, y: 0.31, z: z + 0.1, w: 0.7, h: 0.38, d: 0.4 }, "#a8443a"),
  ].join("");
}

export function drawGarage(traits: GarageTraits, random: Random): string {
  const room: Room = { width: 6, height: 2.8, depth: 3.9, eyeX: random.between(2.6, 3.4), eyeY: 1.5 };
  const inside =
    traits.use === "car"
      ? shelving(room, 3.75, 2, random) +
        facing(room, 1.2, 0, 0.95, 2.05, room.depth - 0.01, "#f7f5f0", 'stroke="#cfcac0" stroke-width="3"') +
        ellipse(...project(room, 2.05, 1, room.depth), 5, 5, "#6b6b6b") +
        car(room, 2, 1.1, PALETTE[traits.car])
      : workbench(room, 1.4) +
        shelving(room, 4.1, 1.6, random) +
        sideWindow(room, 2, 1.1, 1.1, 1) +
        block(room, { x: 0.3, y: 0, z: 1.8, w: 0.75, h: 1, d: 0.6 }, "#a8443a");
  const tubes = [1.6, 3.6].map((x) =>
    block(room, { x, y: room.height - 0.06, z: 1.6, w: 0.8, h: 0.05, d: 0.18 }, "#fffdf0"),
  );
  return picture(
    [
      interiorPaints("day"),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: "concrete", floorColor: "#b3b2ae", ceiling: "#efeeea" },
        random,
      ),
      ...tubes,
      inside,
    ].join(""),
    traits.mirrored,
  );
}
