import type { Random } from "../src/random.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import { ambience, facingWindow, interiorPaints, lampGlow, pottedPlant } from "./fixtures.ts";
import { block, facing, level, project, type Room, scaleAt, shadow, shell, sideways } from "./room.ts";
import { ellipse, lines, type Point, path, picture } from "./svg.ts";

export type BathroomTraits = {
  subject: "bathroom";
  /** Two basins, and a freestanding tub when `bath` is "tub". */
  primary: boolean;
  wall: ColorName;
  vanity: ColorName;
  tile: ColorName;
  bath: "tub" | "shower";
  floorColor: ColorName;
  mirrored: boolean;
};

function vanity(room: Room, x: number, w: number, basins: number, color: string): string {
  const z = room.depth - 0.58;
  const bays = Math.round(w / 0.45);
  const fronts = Array.from({ length: bays }, (_, i) =>
    facing(
      room,
      x + (i * w) / bays + 0.03,
      0.14,
      w / bays - 0.06,
      0.62,
      z,
      shade(color, 0.05),
      `stroke="${shade(color, -0.3)}"`,
    ),
  );
  const sets = Array.from({ length: basins }, (_, i) => {
    const cx = x + (w * (i + 0.5)) / basins;
    const [sx, sy] = project(room, cx, 0.87, z + 0.28);
    const s = scaleAt(z);
    const [mx, my] = project(room, cx, 2.25, room.depth - 0.05);
    return [
      facing(
        room,
        cx - 0.36,
        1.12,
        0.72,
        0.95,
        room.depth - 0.02,
        "#cfe0e8",
        'rx="6" stroke="#5a5248" stroke-width="5"',
      ),
      facing(room, cx - 0.3, 1.2, 0.18, 0.8, room.depth - 0.03, "#e6f1f5", 'opacity="0.7"'),
      lines(
        [
          [
            [mx - s * 0.22, my],
            [mx + s * 0.22, my],
          ],
        ],
        "#6d655a",
        4,
      ),
      ...[-0.2, 0, 0.2].map((at) => ellipse(mx + at * s, my + 8, 9, 11, "#fff1c6", 'stroke="#d9c48a"')),
      ellipse(sx, sy, s * 0.24, s * 0.055, "#ffffff", 'stroke="#c9c9c6"'),
      path(
        `M${sx} ${sy - 8}V${sy - 34}Q${sx} ${sy - 44} ${sx + 12} ${sy - 40}`,
        "none",
        'stroke="#8b9096" stroke-width="5"',
      ),
    ].join("");
  });
  return [
    shadow(room, x, z, w, 0.55),
    block(room, { x, y: 0.08, z, w, h: 0.76, d: 0.55 }, color),
    ...fronts,
    block(room, { x: x - 0.03, y: 0.84, z: z - 0.03, w: w + 0.06, h: 0.05, d: 0.6 }, "#f1efea"),
    ...sets,
  ].join("");
}

/** Square tiles on the far wall from x to x + w. */
function wallTiles(room: Room, x: number, w: number, top: number, color: string): string {
  const z = room.depth - 0.01;
  const joints: [Point, Point][] = [];
  for (let y = 0; y < top; y += 0.2) joints.push([project(room, x, y, z), project(room, x + w, y, z)]);
  for (let index = x; index <= x + w + 0.01; index += 0.2)
    joints.push([project(room, index, 0, z), project(room, index, top, z)]);
  return facing(room, x, 0, w, top, z, color) + lines(joints, shade(color, -0.22), 1.2);
}

function freestandingTub(room: Room, x: number, z: number): string {
  const [left, y] = project(room, x, 0.62, z);
  const [right] = project(room, x + 1.7, 0.62, z);
  const [, floor] = project(room, x, 0, z);
  const w = right - left;
  const tall = floor - y;
  return [
    ellipse(left + w / 2, floor, w * 0.46, 16, "#1b1820", 'opacity="0.25"'),
    path(
      `M${left} ${y}C${left + w * 0.02} ${y + tall * 0.75} ${left + w * 0.15} ${floor} ${left + w * 0.25} ${floor}H${right - w * 0.25}C${right - w * 0.15} ${floor} ${right - w * 0.02} ${y + tall * 0.75} ${right} ${y}Z`,
      "#fbfbf9",
    ),
    path(
      `M${right - w * 0.3} ${floor}C${right - w * 0.15} ${floor} ${right - w * 0.02} ${y + tall * 0.75} ${right} ${y}H${right - w * 0.12}Q${right - w * 0.14} ${floor - 20} ${right - w * 0.3} ${floor}Z`,
      "#d9dcdd",
    ),
    ellipse(left + w / 2, y, w / 2, 20, "#ffffff", 'stroke="#d5d7d8" stroke-width="2"'),
    ellipse(left + w / 2, y + 3, w / 2 - 14, 13, "#c9dfe6"),
    path(
      `M${left + w * 0.2} ${floor}V${y - 60}Q${left + w * 0.2} ${y - 74} ${left + w * 0.3} ${y - 64}`,
      "none",
      'stroke="#8b9096" stroke-width="6"',
    ),
  ].join("");
}

function tubAlcove(room: Room, x: number, color: string): string {
  const z = room.depth - 0.8;
  const [cx, cy] = project(room, x + 0.25, 2.05, room.depth);
  return [
    wallTiles(room, x, room.width - x, 2.3, color),
    sideways(room, room.width - 0.01, 0, z, 2.3, 0.8, shade(color, -0.12)),
    path(`M${cx - 14} ${cy}h34l8 14h-22z`, "#8b9096"),
    block(room, { x, y: 0, z, w: room.width - x, h: 0.56, d: 0.78 }, "#f8f8f6", "#ffffff"),
    level(room, x + 0.12, 0.562, z + 0.1, room.width - x - 0.24, 0.56, "#cfe3ea"),
    facing(room, x - 0.05, 2.12, room.width - x + 0.05, 0.04, z, "#7e848a"),
    facing(room, x, 0.35, 0.42, 1.78, z - 0.02, shade(color, 0.55), `stroke="${shade(color, 0.2)}"`),
    ...[0.1, 0.2, 0.3].map((at) => facing(room, x + at, 0.35, 0.03, 1.78, z - 0.02, shade(color, 0.3))),
  ].join("");
}

function glassShower(room: Room, x: number, color: string): string {
  const z = room.depth - 1;
  const [cx, cy] = project(room, x + 0.9, 2.05, room.depth);
  return [
    wallTiles(room, x, room.width - x, room.height, color),
    sideways(room, room.width - 0.01, 0, z, room.height, 1, shade(color, -0.12)),
    path(`M${cx} ${cy}v-14h-22`, "none", 'stroke="#6f757b" stroke-width="5"') +
      ellipse(cx, cy + 3, 22, 6, "#6f757b"),
    facing(room, x + 0.3, 1.15, 0.4, 0.3, room.depth - 0.02, shade(color, -0.3)),
    block(room, { x, y: 0, z, w: room.width - x, h: 0.1, d: 0.1 }, shade(color, -0.05)),
    facing(room, x, 0.1, room.width - x, 2, z, "#d8eef2", 'opacity="0.28"'),
    facing(room, x + 0.15, 0.1, 0.12, 2, z, "#ffffff", 'opacity="0.3"'),
    ...[x, x + 0.75, room.width - 0.03].map((at) => facing(room, at, 0.1, 0.03, 2, z, "#565b60")),
    facing(room, x, 2.08, room.width - x, 0.04, z, "#565b60"),
    facing(room, x + 0.68, 0.95, 0.03, 0.35, z, "#565b60"),
  ].join("");
}

export function drawBathroom(traits: BathroomTraits, random: Random): string {
  const width = traits.primary ? 5 : 3.9;
  const room: Room = { width, height: 2.7, depth: 2.8, eyeX: width * random.between(0.42, 0.56), eyeY: 1.5 };
  const tile = PALETTE[traits.tile];
  const soaking = traits.primary && traits.bath === "tub";
  const split = traits.primary ? 2.75 : 2.05;
  const bath = soaking
    ? wallTiles(room, split, width - split, 1.1, tile) +
      facingWindow(room, { x: 3.25, y: 1.3, w: 1.2, h: 0.95, z: room.depth }) +
      freestandingTub(room, 2.95, 1.6) +
      pottedPlant(room, 4.8, 2.3, 0.7)
    : traits.bath === "tub"
      ? tubAlcove(room, split, tile)
      : glassShower(room, split, tile);
  return picture(
    [
      interiorPaints("day"),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: "tile", floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      bath,
      vanity(room, 0.25, traits.primary ? 2.2 : 1.3, traits.primary ? 2 : 1, PALETTE[traits.vanity]),
      level(room, 0.5, 0.004, 1.0, 1.2, 0.7, shade(tile, 0.35)),
      level(room, 0.58, 0.006, 1.07, 1.04, 0.55, shade(tile, 0.15)),
      ambience("day"),
      lampGlow(project(room, 0.9, 2.2, room.depth), 120, "day"),
    ].join(""),
    traits.mirrored,
  );
}
