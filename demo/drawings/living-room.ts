import type { Random } from "../src/random.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import {
  ambience,
  artwork,
  curtains,
  facingWindow,
  interiorPaints,
  type Light,
  lampGlow,
  pottedPlant,
  sideWindow,
  sunPatch,
} from "./fixtures.ts";
import { block, type Floor, facing, level, project, type Room, scaleAt, shadow, shell } from "./room.ts";
import { ellipse, path, picture, rect } from "./svg.ts";

export type LivingRoomTraits = {
  subject: "living room";
  wall: ColorName;
  sofa: ColorName;
  rug: ColorName;
  fireplace: "stone" | "brick" | "white tile" | "none";
  floor: Floor;
  floorColor: ColorName;
  /** Wooden beams under the ceiling. */
  beams: boolean;
  light: Light;
  mirrored: boolean;
};

function masonry(
  room: Room,
  kind: "stone" | "brick" | "white tile",
  x: number,
  w: number,
  z: number,
  random: Random,
) {
  const base = { stone: "#8f8a81", brick: "#a9543f", "white tile": "#efede8" }[kind];
  const row = kind === "stone" ? 0.18 : kind === "brick" ? 0.1 : 0.3;
  const parts = [block(room, { x, y: 0, z, w, h: room.height, d: 0.4 }, shade(base, -0.22))];
  for (let y = 0, n = 0; y < room.height; y += row, n++) {
    const height = Math.min(row, room.height - y);
    for (let index = x; index < x + w - 0.01; ) {
      const long =
        kind === "stone"
          ? random.between(0.2, 0.45)
          : n % 2 && index === x
            ? 0.13
            : kind === "brick"
              ? 0.26
              : 0.6;
      const width = Math.min(long, x + w - index);
      const tone = shade(base, kind === "white tile" ? 0.1 : random.between(-0.2, 0.22));
      parts.push(
        facing(
          room,
          index + 0.008,
          y + 0.008,
          width - 0.016,
          height - 0.016,
          z,
          tone,
          kind === "stone" ? 'rx="5"' : "",
        ),
      );
      index += width;
    }
  }
  return parts.join("");
}

function fireplace(room: Room, kind: "stone" | "brick" | "white tile", x: number, random: Random): string {
  const z = room.depth - 0.4;
  const [fx, fy] = project(room, x + 0.9, 0.3, z);
  const s = scaleAt(z);
  const flame = (dx: number, h: number, color: string) =>
    path(
      `M${fx + dx - s * 0.1} ${fy}Q${fx + dx - s * 0.12} ${fy - h * 0.5} ${fx + dx} ${fy - h}Q${fx + dx + s * 0.12} ${fy - h * 0.5} ${fx + dx + s * 0.1} ${fy}Z`,
      color,
    );
  return [
    masonry(room, kind, x, 1.8, z, random),
    facing(room, x + 0.4, 0.25, 1, 0.72, z, "#1f1c1b", 'stroke="#333" stroke-width="4"'),
    flame(-s * 0.14, s * 0.34, "#e8742c"),
    flame(s * 0.02, s * 0.46, "#f09a35"),
    flame(s * 0.16, s * 0.3, "#e8742c"),
    flame(0, s * 0.25, "#fbd66a"),
    facing(room, x + 0.55, 0.27, 0.7, 0.08, z, "#5c3c26", 'rx="4"'),
    block(
      room,
      { x: x - 0.12, y: 0, z: z - 0.4, w: 2.04, h: 0.16, d: 0.4 },
      kind === "white tile" ? "#d9d6cf" : "#7d7870",
    ),
    block(
      room,
      { x: x - 0.1, y: 1.2, z: z - 0.22, w: 2, h: 0.12, d: 0.25 },
      kind === "white tile" ? "#7a5436" : "#5d3f29",
    ),
    facing(room, x + 0.25, 1.5, 1.3, 0.75, z - 0.01, "#17191c", 'stroke="#3b3d40" stroke-width="3"'),
    facing(room, x + 0.3, 1.55, 1.2, 0.3, z - 0.015, "#262b33"),
  ].join("");
}

function sofa(room: Room, x: number, z: number, color: string, pillow: string): string {
  const cushions = [0, 0.72, 1.44].map((at) =>
    block(room, { x: x + 0.22 + at, y: 0.36, z: z + 0.02, w: 0.7, h: 0.12, d: 0.62 }, shade(color, 0.08)),
  );
  const [px, py] = project(room, x + 0.45, 0.62, z + 0.4);
  const [qx] = project(room, x + 2.1, 0.62, z + 0.4);
  const s = scaleAt(z + 0.4) * 0.38;
  const cushion = (cx: number, turn: number) =>
    rect(cx - s / 2, py - s / 2, s, s, pillow, `rx="8" transform="rotate(${turn} ${cx} ${py})"`);
  return [
    shadow(room, x, z, 2.6, 0.95),
    block(room, { x, y: 0.08, z: z + 0.65, w: 2.6, h: 0.8, d: 0.25 }, shade(color, -0.04)),
    block(room, { x: x + 0.2, y: 0.1, z, w: 2.2, h: 0.26, d: 0.7 }, shade(color, -0.1)),
    ...cushions,
    cushion(px, -9),
    cushion(qx, 10),
    block(room, { x, y: 0.08, z: z - 0.02, w: 0.22, h: 0.55, d: 0.9 }, color),
    block(room, { x: x + 2.38, y: 0.08, z: z - 0.02, w: 0.22, h: 0.55, d: 0.9 }, color),
  ].join("");
}

function armchair(room: Room, x: number, z: number, color: string): string {
  return [
    shadow(room, x, z, 0.9, 0.85),
    block(room, { x: x + 0.05, y: 0.1, z: z + 0.6, w: 0.8, h: 0.8, d: 0.2 }, color),
    block(room, { x: x + 0.1, y: 0.1, z, w: 0.7, h: 0.34, d: 0.65 }, shade(color, 0.06)),
    block(room, { x, y: 0.1, z, w: 0.16, h: 0.52, d: 0.8 }, color),
    block(room, { x: x + 0.74, y: 0.1, z, w: 0.16, h: 0.52, d: 0.8 }, color),
  ].join("");
}

function floorLamp(room: Room, x: number, z: number): string {
  return [
    facing(room, x - 0.015, 0, 0.03, 1.5, z, "#3b3733"),
    facing(room, x - 0.17, 1.42, 0.34, 0.3, z, "#f6e7c4", 'rx="6"'),
  ].join("");
}

export function drawLivingRoom(traits: LivingRoomTraits, random: Random): string {
  const room: Room = { width: 5.6, height: 2.9, depth: 3.6, eyeX: random.between(2.4, 3.2), eyeY: 1.45 };
  const hearth = traits.fireplace === "none" ? null : traits.fireplace;
  const pillow = shade(PALETTE[traits.rug], 0.2);
  const opening = hearth
    ? { x: 3.75, y: 0.75, w: 1.3, h: 1.5, z: room.depth }
    : { x: 1.5, y: 0.55, w: 2.6, h: 1.8, z: room.depth };
  const beams = traits.beams
    ? [0.4, 1.5, 2.6].map((z) =>
        block(room, { x: 0, y: room.height - 0.2, z, w: room.width, h: 0.2, d: 0.2 }, "#6b4a31"),
      )
    : [];
  const table = { x: 2.15, y: 0.3, z: 0.75, w: 1.3, h: 0.06, d: 0.6 };
  const sofaZ = hearth ? 1.2 : 2.2;
  const sofaX = hearth ? 0.15 : 1.5;
  return picture(
    [
      interiorPaints(traits.light),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: traits.floor, floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      ...beams.reverse(),
      facingWindow(room, opening, hearth ? 2 : 3),
      hearth ? "" : curtains(room, opening, shade(PALETTE[traits.wall], 0.5)),
      sideWindow(room, 1.6, 1.1, 0.9, 1.3),
      hearth
        ? fireplace(room, hearth, 1.75, random)
        : artwork(room, { x: 4.65, y: 1.3, w: 0.6, h: 0.8, z: room.depth }, PALETTE[traits.rug]),
      pottedPlant(room, 5.25, 3.1, 0.95),
      hearth ? "" : floorLamp(room, 1.1, 2.9),
      level(room, 1.35, 0.004, 0.2, 2.9, hearth ? 2 : 2.3, shade(PALETTE[traits.rug], -0.05)),
      level(room, 1.5, 0.006, 0.32, 2.6, hearth ? 1.76 : 2.06, shade(PALETTE[traits.rug], 0.25)),
      level(room, 1.66, 0.008, 0.45, 2.28, hearth ? 1.5 : 1.8, shade(PALETTE[traits.rug], 0.05)),
      sunPatch(room, 0.3, 1.2, 1.1, 0.9, traits.light),
      sofa(room, sofaX, sofaZ, PALETTE[traits.sofa], pillow),
      armchair(
        room,
        hearth ? 4.1 : 4.35,
        1.3,
        hearth ? PALETTE[traits.sofa] : shade(PALETTE[traits.sofa], 0.2),
      ),
      hearth ? "" : armchair(room, 0.25, 1.1, shade(PALETTE[traits.sofa], 0.2)),
      shadow(room, table.x, table.z, table.w, table.d),
      ...[0.05, 1.17].map((at) =>
        block(room, { x: table.x + at, y: 0, z: table.z + 0.06, w: 0.07, h: 0.32, d: 0.48 }, "#5d4330"),
      ),
      block(room, table, "#7d5a3e"),
      ellipse(...project(room, 2.75, 0.42, 1), scaleAt(1) * 0.12, scaleAt(1) * 0.07, "#e9e3d6"),
      ambience(traits.light),
      hearth
        ? lampGlow(project(room, 2.65, 0.5, 3), traits.light === "day" ? 60 : 120, traits.light)
        : lampGlow(project(room, 1.1, 1.5, 2.9), 150, traits.light),
    ].join(""),
    traits.mirrored,
  );
}
