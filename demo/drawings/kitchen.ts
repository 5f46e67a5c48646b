import type { Random } from "../src/random.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import { ambience, facingWindow, interiorPaints, type Light, lampGlow, pendant } from "./fixtures.ts";
import { block, type Floor, facing, project, type Room, scaleAt, shadow, shell } from "./room.ts";
import { ellipse, lines, type Point, picture } from "./svg.ts";

export type KitchenTraits = {
  subject: "kitchen";
  cabinets: ColorName;
  counter: "white quartz" | "black granite" | "brown granite" | "butcher block";
  backsplash: ColorName;
  island: boolean;
  islandColor: ColorName;
  appliances: "stainless" | "white" | "black";
  floor: Floor;
  floorColor: ColorName;
  wall: ColorName;
  light: Light;
  mirrored: boolean;
};

const COUNTERS = {
  "white quartz": "#f3f2ee",
  "black granite": "#333437",
  "brown granite": "#8a6f57",
  "butcher block": "#b9834f",
};
const APPLIANCES = { stainless: "#bcc2c6", white: "#f2f2f0", black: "#2c2d30" };

/** Shaker doors: a face, an inset panel and a handle for each. */
function doors(
  room: Room,
  x: number,
  y: number,
  w: number,
  h: number,
  z: number,
  count: number,
  color: string,
) {
  const step = w / count;
  const handle = shade(color, -0.1) > "#888888" ? "#4d4a46" : "#d9d3c6";
  return Array.from({ length: count }, (_, i) => {
    const at = x + i * step;
    const grip = i % 2 ? at + 0.06 : at + step - 0.09;
    return [
      facing(room, at + 0.01, y + 0.01, step - 0.02, h - 0.02, z, color, `stroke="${shade(color, -0.25)}"`),
      facing(
        room,
        at + 0.08,
        y + 0.08,
        step - 0.16,
        h - 0.16,
        z,
        shade(color, -0.05),
        `stroke="${shade(color, -0.16)}"`,
      ),
      facing(room, grip, y + h * 0.42, 0.03, h * 0.2, z, handle),
    ].join("");
  }).join("");
}

function tiles(room: Room, z: number, color: string): string {
  const joints: [Point, Point][] = [];
  for (let row = 0; row <= 6; row++) {
    const y = 0.94 + row * 0.1;
    joints.push([project(room, 0, y, z), project(room, room.width, y, z)]);
    for (let x = row % 2 ? 0.1 : 0; x < room.width; x += 0.2)
      joints.push([project(room, x, y, z), project(room, x, y + 0.1, z)]);
  }
  return (
    facing(room, 0, 0.92, room.width, 0.62, z, color) + lines(joints, shade(color, -0.2), 1, 'opacity="0.7"')
  );
}

function range(room: Room, x: number, z: number, color: string): string {
  const [cx, cy] = project(room, x + 0.4, 0.93, z + 0.2);
  const knobs = [0.12, 0.27, 0.53, 0.68].map((at) => {
    const [kx, ky] = project(room, x + at, 0.83, z);
    return ellipse(kx, ky, 4, 4, "#3b3b3d");
  });
  return [
    block(room, { x, y: 0, z, w: 0.8, h: 0.92, d: 0.6 }, color, "#2a2a2c"),
    facing(room, x + 0.08, 0.2, 0.64, 0.42, z, "#2b2f35", 'stroke="#777"'),
    facing(room, x + 0.06, 0.68, 0.68, 0.04, z, shade(color, 0.4)),
    ...knobs,
    ellipse(cx, cy, 60, 4, "#1c1c1e"),
  ].join("");
}

function hood(room: Room, x: number, z: number, color: string): string {
  return [
    block(room, { x: x + 0.2, y: 1.9, z: z + 0.2, w: 0.4, h: room.height - 1.9, d: 0.4 }, shade(color, 0.05)),
    block(room, { x: x - 0.02, y: 1.62, z: z + 0.1, w: 0.84, h: 0.28, d: 0.5 }, color),
  ].join("");
}

function island(room: Room, traits: KitchenTraits, counter: string): string {
  const color = PALETTE[traits.islandColor];
  const x = 1.4;
  const z = 0.95;
  const stools = [1.8, 2.5, 3.2].map((at) => {
    const wood = traits.cabinets === "white" ? "#8a6546" : "#3a3430";
    return [
      shadow(room, at - 0.18, z - 0.4, 0.36, 0.3),
      facing(room, at - 0.15, 0, 0.03, 0.66, z - 0.3, shade(wood, -0.2)),
      facing(room, at + 0.12, 0, 0.03, 0.66, z - 0.3, shade(wood, -0.2)),
      facing(room, at - 0.13, 0.22, 0.26, 0.03, z - 0.3, shade(wood, -0.2)),
      block(room, { x: at - 0.18, y: 0.64, z: z - 0.38, w: 0.36, h: 0.06, d: 0.3 }, wood),
    ].join("");
  });
  const [bx, by] = project(room, 2.2, 0.99, z + 0.3);
  const fruit = [-16, 0, 15].map((dx, i) =>
    ellipse(bx + dx, by - 12, 11, 11, ["#d9822b", "#9cb84a", "#c8443a"][i]!),
  );
  return [
    shadow(room, x, z, 2.2, 0.6),
    block(room, { x, y: 0, z, w: 2.2, h: 0.9, d: 0.6 }, color),
    doors(room, x, 0.08, 2.2, 0.8, z, 4, color),
    block(
      room,
      { x: x - 0.12, y: 0.9, z: z - 0.15, w: 2.44, h: 0.06, d: 0.78 },
      counter,
      shade(counter, 0.08),
    ),
    ...fruit,
    ellipse(bx, by, 34, 11, "#e9e4da"),
    ...stools,
  ].join("");
}

export function drawKitchen(traits: KitchenTraits, random: Random): string {
  const room: Room = { width: 5, height: 2.7, depth: 2.9, eyeX: random.between(2.2, 2.9), eyeY: 1.42 };
  const cabinets = PALETTE[traits.cabinets];
  const counter = COUNTERS[traits.counter];
  const metal = APPLIANCES[traits.appliances];
  const front = room.depth - 0.62;
  const upper = room.depth - 0.36;
  const windowed = random.chance(0.6);
  const rangeAt = windowed ? 1.0 : 2.1;
  const opening = { x: 2.35, y: 1.12, w: 1.1, h: 0.95, z: room.depth };
  const uppers = windowed
    ? [
        [0.05, 0.9],
        [3.6, 0.5],
      ]
    : [
        [0.05, 2],
        [2.95, 1.15],
      ];
  const bulbs = [1.85, 2.55, 3.25];
  return picture(
    [
      interiorPaints(traits.light),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: traits.floor, floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      tiles(room, room.depth - 0.01, PALETTE[traits.backsplash]),
      windowed ? facingWindow(room, opening) : "",
      hood(room, rangeAt, front, metal),
      ...uppers.map(
        ([x, w]) =>
          block(room, { x: x!, y: 1.55, z: upper, w: w!, h: 0.95, d: 0.35 }, cabinets) +
          doors(room, x!, 1.55, w!, 0.95, upper, Math.max(1, Math.round(w! / 0.48)), cabinets),
      ),
      block(room, { x: 0.05, y: 0, z: front, w: 4.05, h: 0.9, d: 0.6 }, cabinets),
      doors(room, 0.05, 0.1, 4.05, 0.78, front, 8, cabinets),
      block(room, { x: 0.03, y: 0.9, z: front - 0.03, w: 4.08, h: 0.05, d: 0.64 }, counter),
      range(room, rangeAt, front - 0.02, metal),
      block(room, { x: 4.12, y: 0, z: front - 0.1, w: 0.84, h: 1.85, d: 0.7 }, metal),
      facing(room, 4.53, 0.05, 0.015, 1.75, front - 0.1, shade(metal, -0.4)),
      facing(room, 4.45, 0.8, 0.035, 0.7, front - 0.1, shade(metal, -0.5)),
      facing(room, 4.6, 0.8, 0.035, 0.7, front - 0.1, shade(metal, -0.5)),
      doors(room, 4.12, 1.88, 0.84, 0.62, front - 0.05, 2, cabinets),
      traits.island ? island(room, traits, counter) : "",
      ambience(traits.light),
      ...(traits.island
        ? bulbs.map((x) => pendant(room, x, 1.2, 1.95, traits.cabinets === "white" ? "#3a3a3c" : "#e8e2d4"))
        : []),
      ...(traits.light === "evening"
        ? bulbs.map((x) => lampGlow(project(room, x, 1.9, 1.2), scaleAt(1.2) * 0.5, "evening"))
        : []),
    ].join(""),
    traits.mirrored,
  );
}
