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
} from "./fixtures.ts";
import { block, type Floor, facing, level, project, type Room, scaleAt, shadow, shell } from "./room.ts";
import { ellipse, lines, picture } from "./svg.ts";

export type DiningRoomTraits = {
  subject: "dining room";
  wall: ColorName;
  table: ColorName;
  chairs: ColorName;
  floor: Floor;
  floorColor: ColorName;
  light: Light;
  mirrored: boolean;
};

/** A chair whose back is nearest the viewer when `turned`. */
function chair(room: Room, x: number, z: number, color: string, turned: boolean): string {
  const legs = [0.02, 0.38].map((at) => facing(room, x + at, 0, 0.05, 0.46, z, shade(color, -0.3)));
  const back = block(room, { x, y: 0.45, z: turned ? z : z + 0.38, w: 0.45, h: 0.55, d: 0.05 }, color);
  const seat = block(room, { x, y: 0.42, z, w: 0.45, h: 0.06, d: 0.42 }, shade(color, 0.12));
  return shadow(room, x, z, 0.45, 0.4) + legs.join("") + (turned ? seat + back : back + seat);
}

function chandelier(room: Room, light: Light): string {
  const z = 1.7;
  const s = scaleAt(z);
  const [x, y] = project(room, room.width / 2, 1.95, z);
  const top = project(room, room.width / 2, room.height, z);
  const arms = [-0.4, -0.2, 0, 0.2, 0.4];
  return [
    lines(
      [
        [top, [x, y]],
        [
          [x - s * 0.42, y],
          [x + s * 0.42, y],
        ],
      ],
      "#3a342e",
      4,
    ),
    ...arms.map((at) => ellipse(x + at * s, y - 12, 9, 13, "#fff0c2", 'stroke="#cdb987"')),
    ...arms.map((at) => lampGlow([x + at * s, y - 12], light === "day" ? 34 : 80, light)),
  ].join("");
}

export function drawDiningRoom(traits: DiningRoomTraits, random: Random): string {
  const room: Room = { width: 4.8, height: 2.7, depth: 3.2, eyeX: random.between(2.1, 2.7), eyeY: 1.5 };
  const wood = PALETTE[traits.table];
  const chairs = PALETTE[traits.chairs];
  const opening = { x: 1.55, y: 0.85, w: 1.7, h: 1.3, z: room.depth };
  const [vx, vy] = project(room, 2.4, 0.8, 1.6);
  const blooms = [-26, -12, 2, 15, 27].map((dx, i) =>
    ellipse(vx + dx, vy - 62 - (i % 2) * 14, 13, 12, ["#e7a3a0", "#f3d27c", "#ffffff"][i % 3]!),
  );
  return picture(
    [
      interiorPaints(traits.light),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: traits.floor, floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      facing(room, 0, 0.12, room.width, 0.62, room.depth - 0.01, "#f7f5f0", 'opacity="0.9"'),
      facingWindow(room, opening, 3),
      curtains(room, opening, shade(chairs, 0.45)),
      artwork(room, { x: 3.85, y: 1.3, w: 0.6, h: 0.7, z: room.depth }, chairs),
      block(room, { x: 0.1, y: 0, z: room.depth - 0.5, w: 1.05, h: 0.85, d: 0.45 }, shade(wood, -0.1)),
      facing(room, 0.18, 0.12, 0.42, 0.62, room.depth - 0.5, wood, `stroke="${shade(wood, -0.35)}"`),
      facing(room, 0.65, 0.12, 0.42, 0.62, room.depth - 0.5, wood, `stroke="${shade(wood, -0.35)}"`),
      pottedPlant(room, 4.45, 2.8, 0.85),
      level(room, 0.95, 0.004, 0.6, 2.9, 2.1, shade(chairs, 0.3)),
      level(room, 1.08, 0.006, 0.72, 2.64, 1.86, shade(chairs, 0.5)),
      ...[1.45, 2.2, 2.95].map((x) => chair(room, x - 0.05, 2.1, chairs, false)),
      ...[1.4, 3.3].map((x) => block(room, { x, y: 0, z: 1.2, w: 0.1, h: 0.72, d: 0.1 }, shade(wood, -0.2))),
      block(room, { x: 1.25, y: 0.72, z: 1.15, w: 2.35, h: 0.07, d: 0.95 }, wood),
      ellipse(vx, vy, 40, 9, "#1b1820", 'opacity="0.18"'),
      ...blooms.map(
        (bloom, i) =>
          lines(
            [
              [
                [vx - 26 + i * 13, vy - 56],
                [vx, vy - 20],
              ],
            ],
            "#4f8a55",
            3,
          ) + bloom,
      ),
      facing(room, 2.32, 0.79, 0.16, 0.2, 1.6, "#dfe8ea", 'rx="6"'),
      ...[1.35, 2.15, 2.95].map((x) => chair(room, x, 0.72, chairs, true)),
      ambience(traits.light),
      chandelier(room, traits.light),
    ].join(""),
    traits.mirrored,
  );
}
