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
import { ellipse, lines, picture, polygon } from "./svg.ts";

export type BedroomTraits = {
  subject: "bedroom";
  /** A larger room with a bench and a ceiling fan. */
  primary: boolean;
  wall: ColorName;
  bedding: ColorName;
  headboard: ColorName;
  floor: Floor;
  floorColor: ColorName;
  light: Light;
  mirrored: boolean;
};

function bed(room: Room, x: number, w: number, traits: BedroomTraits): string {
  const far = room.depth;
  const cloth = PALETTE[traits.bedding];
  const wood = PALETTE[traits.headboard];
  const near = far - 2.1;
  const pillows = [0.12, w / 2 + 0.06].map(
    (at) =>
      block(room, { x: x + at, y: 0.62, z: far - 0.55, w: w / 2 - 0.2, h: 0.3, d: 0.18 }, "#fbfaf6") +
      block(
        room,
        { x: x + at + 0.08, y: 0.62, z: far - 0.75, w: w / 2 - 0.34, h: 0.24, d: 0.16 },
        shade(cloth, 0.25),
      ),
  );
  return [
    shadow(room, x, near, w, 2.1),
    block(room, { x: x - 0.08, y: 0, z: far - 0.12, w: w + 0.16, h: 1.25, d: 0.1 }, wood),
    facing(
      room,
      x + 0.06,
      0.7,
      w - 0.12,
      0.45,
      far - 0.13,
      shade(wood, 0.08),
      `stroke="${shade(wood, -0.3)}"`,
    ),
    block(room, { x, y: 0.06, z: near, w, h: 0.28, d: 2 }, shade(wood, -0.1)),
    block(room, { x: x - 0.02, y: 0.3, z: near + 0.02, w: w + 0.04, h: 0.32, d: 1.95 }, "#f4f1ea"),
    block(room, { x: x - 0.05, y: 0.22, z: near - 0.03, w: w + 0.1, h: 0.43, d: 1.35 }, cloth),
    level(room, x - 0.05, 0.652, near + 1.05, w + 0.1, 0.27, shade(cloth, 0.5)),
    level(room, x - 0.05, 0.653, near + 0.15, w + 0.1, 0.4, shade(cloth, -0.25)),
    facing(room, x - 0.05, 0.22, w + 0.1, 0.05, near - 0.03, shade(cloth, -0.25)),
    ...pillows,
  ].join("");
}

function nightstand(room: Room, x: number, color: string): string {
  const z = room.depth - 0.5;
  const [lx, ly] = project(room, x + 0.25, 0.58, z + 0.2);
  const s = scaleAt(z + 0.2);
  return [
    shadow(room, x, z, 0.5, 0.45),
    block(room, { x, y: 0, z, w: 0.5, h: 0.56, d: 0.42 }, color),
    facing(room, x + 0.05, 0.3, 0.4, 0.2, z, shade(color, -0.08), `stroke="${shade(color, -0.3)}"`),
    facing(room, x + 0.05, 0.06, 0.4, 0.2, z, shade(color, -0.08), `stroke="${shade(color, -0.3)}"`),
    ellipse(lx, ly - s * 0.12, s * 0.09, s * 0.12, "#c9b89a"),
    polygon(
      [
        [lx - s * 0.12, ly - s * 0.5],
        [lx + s * 0.12, ly - s * 0.5],
        [lx + s * 0.18, ly - s * 0.22],
        [lx - s * 0.18, ly - s * 0.22],
      ],
      "#faf0d4",
    ),
  ].join("");
}

function ceilingFan(room: Room): string {
  const [x, y] = project(room, room.width / 2, room.height - 0.3, 1.3);
  const s = scaleAt(1.3);
  const blades = [-0.62, -0.2, 0.3, 0.64].map((dx, i) =>
    ellipse(x + dx * s * 0.55, y + (i % 2 ? 5 : -5), s * 0.36, 8, "#7a5a42"),
  );
  return (
    lines(
      [
        [
          [x, y - s * 0.3],
          [x, y],
        ],
      ],
      "#55504a",
      5,
    ) +
    blades.join("") +
    ellipse(x, y + 8, s * 0.1, 13, "#fff3cf")
  );
}

export function drawBedroom(traits: BedroomTraits, random: Random): string {
  const width = traits.primary ? 5.4 : 4.3;
  const room: Room = { width, height: 2.7, depth: 3.4, eyeX: width * random.between(0.44, 0.58), eyeY: 1.5 };
  const bedWidth = traits.primary ? 2 : 1.55;
  const bedX = traits.primary ? 1.7 : 1.1;
  const wood = PALETTE[traits.headboard];
  const rug = PALETTE[traits.bedding];
  const opening = { x: traits.primary ? 4.25 : 3.2, y: 0.85, w: 0.75, h: 1.3, z: room.depth };
  const bench = { x: bedX + 0.2, y: 0.32, z: 0.68, w: bedWidth - 0.4, h: 0.14, d: 0.36 };
  return picture(
    [
      interiorPaints(traits.light),
      shell(
        room,
        { wall: PALETTE[traits.wall], floor: traits.floor, floorColor: PALETTE[traits.floorColor] },
        random,
      ),
      facingWindow(room, opening),
      curtains(room, opening, shade(rug, 0.4)),
      sideWindow(room, 1.1, 1.2, 0.85, 1.35),
      artwork(
        room,
        { x: bedX + bedWidth / 2 - 0.4, y: 1.5, w: 0.8, h: 0.6, z: room.depth },
        PALETTE[traits.bedding],
      ),
      traits.floor === "carpet"
        ? ""
        : level(room, bedX - 0.6, 0.004, 0.55, bedWidth + 1.2, 1.7, shade(rug, 0.3)),
      traits.floor === "carpet"
        ? ""
        : level(room, bedX - 0.48, 0.006, 0.66, bedWidth + 0.96, 1.5, shade(rug, 0.5)),
      sunPatch(room, 0.2, 0.5, 0.9, 1.1, traits.light),
      nightstand(room, bedX - 0.7, wood),
      nightstand(room, bedX + bedWidth + 0.18, wood),
      bed(room, bedX, bedWidth, traits),
      traits.primary ? ceilingFan(room) + shadow(room, bench.x, bench.z, bench.w, bench.d) : "",
      traits.primary
        ? block(room, { ...bench, y: 0, x: bench.x + 0.05, w: 0.07, h: 0.34 }, wood) +
          block(room, { ...bench, y: 0, x: bench.x + bench.w - 0.12, w: 0.07, h: 0.34 }, wood)
        : "",
      traits.primary ? block(room, bench, "#d9cdb8") : "",
      pottedPlant(room, 0.35, 2.9, 0.75),
      ambience(traits.light),
      ...[bedX - 0.45, bedX + bedWidth + 0.43].map((x) =>
        lampGlow(project(room, x, 0.95, room.depth - 0.3), 95, traits.light),
      ),
    ].join(""),
    traits.mirrored,
  );
}
