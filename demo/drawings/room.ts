import type { Random } from "../src/random.ts";
import { shade } from "./color.ts";
import { ellipse, fade, HEIGHT, lines, type Point, polygon, rect, WIDTH } from "./svg.ts";

/** A room in metres seen by a wide-angle camera: x to the right, y up, z away from the viewer. */
export type Room = { width: number; height: number; depth: number; eyeX: number; eyeY: number };

export type Floor = "hardwood" | "tile" | "carpet" | "concrete";

const FOCAL = 610;
const CAMERA_BACK = 1.5;
const HORIZON = 318;
const NEAR = -1.1;

/** Pixels per metre at that depth. */
export function scaleAt(z: number): number {
  return FOCAL / (z + CAMERA_BACK);
}

export function project(room: Room, x: number, y: number, z: number): Point {
  const scale = scaleAt(z);
  return [WIDTH / 2 + (x - room.eyeX) * scale, HORIZON - (y - room.eyeY) * scale];
}

/** A rectangle facing the viewer, at depth z. */
export function facing(
  room: Room,
  x: number,
  y: number,
  w: number,
  h: number,
  z: number,
  fill: string,
  more = "",
) {
  const [left, top] = project(room, x, y + h, z);
  return rect(left, top, w * scaleAt(z), h * scaleAt(z), fill, more);
}

/** A rectangle on a plane like the side walls, from depth z to z + d. */
export function sideways(
  room: Room,
  x: number,
  y: number,
  z: number,
  h: number,
  d: number,
  fill: string,
  more = "",
) {
  const corners = [project(room, x, y, z), project(room, x, y + h, z)];
  return polygon([...corners, project(room, x, y + h, z + d), project(room, x, y, z + d)], fill, more);
}

/** A rectangle lying level at height y. */
export function level(
  room: Room,
  x: number,
  y: number,
  z: number,
  w: number,
  d: number,
  fill: string,
  more = "",
) {
  const near = [project(room, x, y, z), project(room, x + w, y, z)];
  return polygon([...near, project(room, x + w, y, z + d), project(room, x, y, z + d)], fill, more);
}

export type Box = { x: number; y: number; z: number; w: number; h: number; d: number };

/** A block with its visible faces: top or underside, one side, front. */
export function block(
  room: Room,
  { x, y, z, w, h, d }: Box,
  color: string,
  topColor = shade(color, 0.18),
): string {
  const faces: string[] = [];
  if (y + h < room.eyeY) faces.push(level(room, x, y + h, z, w, d, topColor));
  if (y > room.eyeY) faces.push(level(room, x, y, z, w, d, shade(color, -0.35)));
  if (x > room.eyeX) faces.push(sideways(room, x, y, z, h, d, shade(color, -0.2)));
  if (x + w < room.eyeX) faces.push(sideways(room, x + w, y, z, h, d, shade(color, -0.2)));
  faces.push(facing(room, x, y, w, h, z, color));
  return faces.join("");
}

function floorLines(room: Room, floor: Floor, color: string, random: Random): string {
  if (floor === "carpet" || floor === "concrete") return "";
  const step = floor === "tile" ? 0.55 : 0.2;
  const joints: [Point, Point][] = [];
  for (let x = 0; x < room.width; x += step) {
    joints.push([project(room, x, 0, NEAR), project(room, x, 0, room.depth)]);
    if (floor === "tile") continue;
    for (let z = NEAR + random.between(0, 1.4); z < room.depth; z += 1.5) {
      joints.push([project(room, x, 0, z), project(room, x + step, 0, z)]);
    }
  }
  if (floor === "tile") {
    for (let z = NEAR; z < room.depth; z += step)
      joints.push([project(room, 0, 0, z), project(room, room.width, 0, z)]);
  }
  return lines(joints, shade(color, floor === "tile" ? -0.25 : -0.3), 1.4, 'opacity="0.55"');
}

export type Shell = { wall: string; floor: Floor; floorColor: string; ceiling?: string; accent?: string };

/** Ceiling, walls, baseboards and floor of an empty room; `accent` paints the far wall alone. */
export function shell(room: Room, look: Shell, random: Random): string {
  const { width: w, height: h, depth: d } = room;
  const ceiling = look.ceiling ?? "#faf9f6";
  const far = look.accent ?? look.wall;
  const trim = "#fbfaf7";
  const spots = [0.25, 0.5, 0.75].flatMap((part) =>
    [0.8, 2.1].map((z) => {
      const [x, y] = project(room, w * part, h, z);
      return ellipse(
        x,
        y,
        scaleAt(z) * 0.09,
        scaleAt(z) * 0.025,
        "#fffdf0",
        `stroke="${shade(ceiling, -0.15)}"`,
      );
    }),
  );
  return [
    fade("ceiling", shade(ceiling, -0.12), ceiling),
    fade("floor", shade(look.floorColor, 0.12), shade(look.floorColor, -0.12)),
    fade("far", far, shade(far, -0.05)),
    rect(0, 0, WIDTH, HEIGHT, shade(look.wall, -0.1)),
    level(room, 0, h, NEAR, w, d - NEAR, "url(#ceiling)"),
    ...spots,
    level(room, 0, 0, NEAR, w, d - NEAR, "url(#floor)"),
    floorLines(room, look.floor, look.floorColor, random),
    sideways(room, 0, 0, NEAR, h, d - NEAR, shade(look.wall, -0.09)),
    sideways(room, w, 0, NEAR, h, d - NEAR, shade(look.wall, -0.14)),
    facing(room, 0, 0, w, h, d, "url(#far)"),
    sideways(room, 0, 0, NEAR, 0.12, d - NEAR, shade(trim, -0.06)),
    sideways(room, w, 0, NEAR, 0.12, d - NEAR, shade(trim, -0.1)),
    facing(room, 0, 0, w, 0.12, d, trim),
    facing(room, 0, h - 0.08, w, 0.08, d, trim),
  ].join("");
}

/** A soft dark patch under furniture, so that it stands on the floor. */
export function shadow(room: Room, x: number, z: number, w: number, d: number): string {
  return level(room, x - 0.06, 0.001, z - 0.08, w + 0.12, d + 0.1, "#1b1820", 'opacity="0.22"');
}
