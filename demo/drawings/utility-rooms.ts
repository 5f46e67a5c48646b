import type { Random } from "../src/random.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import { artwork, facingWindow, interiorPaints, pottedPlant, sideWindow, sunPatch } from "./fixtures.ts";
import { block, type Floor, facing, level, project, type Room, scaleAt, shadow, shell } from "./room.ts";
import { ellipse, lines, type Point, picture, rect } from "./svg.ts";

export type LaundryTraits = {
  subject: "laundry";
  wall: ColorName;
  cabinets: ColorName;
  machines: "white" | "charcoal";
  floorColor: ColorName;
  mirrored: boolean;
};

export type OfficeTraits = {
  subject: "office";
  wall: ColorName;
  desk: ColorName;
  floor: Floor;
  floorColor: ColorName;
  mirrored: boolean;
};

function machine(room: Room, x: number, z: number, color: string): string {
  const [cx, cy] = project(room, x + 0.34, 0.42, z);
  const r = scaleAt(z) * 0.23;
  return [
    block(room, { x, y: 0, z, w: 0.68, h: 0.9, d: 0.65 }, color),
    facing(room, x + 0.03, 0.75, 0.62, 0.12, z, shade(color, -0.15)),
    facing(room, x + 0.38, 0.78, 0.2, 0.06, z, "#27343c"),
    ellipse(cx, cy, r, r, shade(color, -0.3)),
    ellipse(cx, cy, r * 0.8, r * 0.8, "#3a4650"),
    ellipse(cx - r * 0.2, cy - r * 0.25, r * 0.35, r * 0.3, "#8fa5b0", 'opacity="0.7"'),
  ].join("");
}

export function drawLaundry(traits: LaundryTraits, random: Random): string {
  const room: Room = { width: 3.6, height: 2.6, depth: 2.4, eyeX: random.between(1.5, 2.1), eyeY: 1.45 };
  const cabinets = PALETTE[traits.cabinets];
  const z = room.depth - 0.68;
  const doors = [0.15, 0.65, 1.15].map(
    (x) =>
      facing(
        room,
        x + 0.03,
        1.58,
        0.44,
        0.74,
        room.depth - 0.4,
        shade(cabinets, 0.06),
        `stroke="${shade(cabinets, -0.3)}"`,
      ) + facing(room, x + 0.4, 1.65, 0.03, 0.18, room.depth - 0.4, "#8b8478"),
  );
  const [bx, by] = project(room, 2.1, 0.95, z + 0.3);
  return picture(
    [
      interiorPaints("day"),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: "tile", floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      facingWindow(room, { x: 2.05, y: 1.3, w: 0.8, h: 0.9, z: room.depth }),
      block(room, { x: 0.15, y: 1.55, z: room.depth - 0.4, w: 1.5, h: 0.8, d: 0.38 }, cabinets),
      ...doors,
      shadow(room, 0.15, z, 3.2, 0.65),
      machine(room, 0.18, z, PALETTE[traits.machines]),
      machine(room, 0.9, z, PALETTE[traits.machines]),
      block(room, { x: 1.65, y: 0, z, w: 1.75, h: 0.9, d: 0.65 }, cabinets),
      ...[1.7, 2.28, 2.86].map((x) =>
        facing(room, x, 0.1, 0.5, 0.72, z, shade(cabinets, 0.06), `stroke="${shade(cabinets, -0.3)}"`),
      ),
      block(room, { x: 0.12, y: 0.91, z: z - 0.02, w: 3.3, h: 0.05, d: 0.68 }, "#e9e3d8"),
      rect(bx - 55, by - 34, 78, 34, "#c9a97c", 'rx="5"'),
      ...[0, 1, 2].map((i) =>
        rect(bx - 50, by - 44 - i * 9, 68, 9, ["#ffffff", "#9db8c9", "#e5d3c0"][i]!, 'rx="4"'),
      ),
      ellipse(...project(room, 2.95, 0.965, z + 0.3), 52, 9, "#b9c0c4", 'stroke="#8b9096"'),
      level(room, 0.7, 0.004, 0.9, 1.6, 0.5, shade(cabinets, 0.3)),
    ].join(""),
    traits.mirrored,
  );
}

function bookcase(room: Room, x: number, color: string, random: Random): string {
  const z = room.depth - 0.35;
  const shelves = [0.1, 0.52, 0.94, 1.36, 1.78].map((y) => {
    const books: string[] = [facing(room, x + 0.05, y, 1, 0.38, z, shade(color, -0.35))];
    for (let index = x + 0.08; index < x + (y > 1 ? 0.7 : 0.9); ) {
      const width = random.between(0.04, 0.09);
      const spine = random.pick([
        "#a8443a",
        "#2b3f66",
        "#d9c58a",
        "#3f6049",
        "#e8e2d4",
        "#7a563b",
        "#5b7f95",
      ]);
      books.push(facing(room, index, y, width - 0.008, random.between(0.22, 0.34), z - 0.01, spine));
      index += width;
    }
    return books.join("");
  });
  return block(room, { x, y: 0, z, w: 1.1, h: 2.25, d: 0.33 }, color) + shelves.join("");
}

export function drawOffice(traits: OfficeTraits, random: Random): string {
  const room: Room = { width: 4.2, height: 2.6, depth: 3, eyeX: random.between(1.9, 2.4), eyeY: 1.45 };
  const wood = PALETTE[traits.desk];
  const z = 1.55;
  const wheels: [Point, Point][] = [-0.22, 0.22].map((at) => [
    project(room, 2.25, 0.2, z - 0.45),
    project(room, 2.25 + at, 0.03, z - 0.5),
  ]);
  return picture(
    [
      interiorPaints("day"),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: traits.floor, floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      facingWindow(room, { x: 1.65, y: 0.95, w: 1.2, h: 1.15, z: room.depth }),
      sideWindow(room, 1, 1, 0.9, 1.2),
      bookcase(room, 2.98, wood, random),
      artwork(room, { x: 0.65, y: 1.3, w: 0.6, h: 0.7, z: room.depth }, wood),
      pottedPlant(room, 0.5, 2.6, 0.9),
      sunPatch(room, 0.3, 0.8, 0.9, 0.8, "day"),
      shadow(room, 1.25, z, 2, 0.75),
      ...[1.28, 2.72].map((x) =>
        block(room, { x, y: 0, z: z + 0.02, w: 0.5, h: 0.72, d: 0.7 }, shade(wood, -0.12)),
      ),
      ...[1.28, 2.72].flatMap((x) =>
        [0.1, 0.4].map((y) =>
          facing(room, x + 0.05, y, 0.4, 0.26, z + 0.02, wood, `stroke="${shade(wood, -0.35)}"`),
        ),
      ),
      block(room, { x: 1.2, y: 0.72, z, w: 2.1, h: 0.06, d: 0.8 }, wood),
      facing(room, 2.15, 0.78, 0.2, 0.15, z + 0.5, "#3a3c3f"),
      facing(room, 1.85, 0.9, 0.8, 0.48, z + 0.48, "#24272b", 'rx="4"'),
      facing(room, 1.89, 0.94, 0.72, 0.4, z + 0.47, "#8fc0d8"),
      level(room, 2, 0.785, z + 0.15, 0.5, 0.17, "#e4e4e2"),
      block(room, { x: 1.3, y: 0.78, z: z + 0.2, w: 0.3, h: 0.1, d: 0.24 }, "#a8443a"),
      lines(wheels, "#2f3134", 6),
      facing(room, 2.23, 0.2, 0.05, 0.25, z - 0.45, "#2f3134"),
      block(room, { x: 2, y: 0.45, z: z - 0.65, w: 0.5, h: 0.08, d: 0.45 }, "#3d4247"),
      facing(room, 2.02, 0.55, 0.46, 0.55, z - 0.68, "#4a5057", 'rx="12"'),
    ].join(""),
    traits.mirrored,
  );
}
