import { shade } from "./color.ts";
import { facing, level, project, type Room, scaleAt, sideways } from "./room.ts";
import { ellipse, fade, glow, HEIGHT, lines, type Point, path, polygon, rect, WIDTH } from "./svg.ts";

export type Light = "day" | "evening";

/** Gradients every interior uses; goes first in the picture. */
export function interiorPaints(light: Light): string {
  const outdoors =
    light === "day"
      ? fade("outdoors", "#9fcdf0", "#d8edf9", "#b9d6a0", "#8fbb74")
      : fade("outdoors", "#27355f", "#6b5a86", "#e0946a", "#3a3b45");
  return outdoors + glow("lamp", "#ffd98a");
}

/** The last layer of an interior: clear by day; in the evening a dusky veil. */
export function ambience(light: Light): string {
  return light === "day" ? "" : rect(0, 0, WIDTH, HEIGHT, "#2a1c30", 'opacity="0.24"');
}

/** A round pool of warm light, to be painted over the evening veil. */
export function lampGlow(at: Point, radius: number, light: Light): string {
  return ellipse(at[0], at[1], radius, radius, "url(#lamp)", `opacity="${light === "day" ? 0.35 : 0.95}"`);
}

export type Opening = { x: number; y: number; w: number; h: number; z: number };

/** A window in a wall that faces the viewer, with white frame, glazing bars and the outdoors behind. */
export function facingWindow(room: Room, { x, y, w, h, z }: Opening, panes = 2): string {
  const scale = scaleAt(z);
  const [left, top] = project(room, x, y + h, z);
  const bars: [Point, Point][] = [];
  for (let i = 1; i < panes; i++) {
    const at = left + (w * scale * i) / panes;
    bars.push([
      [at, top],
      [at, top + h * scale],
    ]);
  }
  const hill = `M${left} ${top + h * scale * 0.62}Q${left + w * scale * 0.3} ${top + h * scale * 0.42} ${left + w * scale * 0.55} ${top + h * scale * 0.6}T${left + w * scale} ${top + h * scale * 0.52}V${top + h * scale * 0.75}H${left}Z`;
  return [
    facing(room, x - 0.08, y - 0.1, w + 0.16, h + 0.18, z, "#fdfcf9", 'stroke="#d5d2ca"'),
    facing(room, x, y, w, h, z, "url(#outdoors)"),
    path(hill, "#5f8a6a", 'opacity="0.55"'),
    lines(bars, "#fdfcf9", Math.max(3, scale * 0.04)),
  ].join("");
}

/** A window in the left wall (x = 0), seen aslant. */
export function sideWindow(room: Room, z: number, d: number, y: number, h: number): string {
  const middle: [Point, Point] = [project(room, 0, y, z + d / 2), project(room, 0, y + h, z + d / 2)];
  return [
    sideways(room, 0, y - 0.08, z - 0.08, h + 0.16, d + 0.16, "#fdfcf9", 'stroke="#d5d2ca"'),
    sideways(room, 0, y, z, h, d, "url(#outdoors)"),
    lines([middle], "#fdfcf9", 5),
  ].join("");
}

/** Sunlight on the floor in front of an opening. */
export function sunPatch(room: Room, x: number, z: number, w: number, d: number, light: Light): string {
  return light === "day" ? level(room, x, 0.002, z, w, d, "#fff8dc", 'opacity="0.35"') : "";
}

export function curtains(room: Room, { x, y, w, h, z }: Opening, color: string): string {
  const strip = (index: number) =>
    facing(room, index, y - 0.5, 0.32, h + 0.7, z - 0.05, color) +
    facing(room, index + 0.1, y - 0.5, 0.05, h + 0.7, z - 0.05, shade(color, -0.15)) +
    facing(room, index + 0.22, y - 0.5, 0.05, h + 0.7, z - 0.05, shade(color, -0.15));
  return (
    facing(room, x - 0.4, y + h + 0.2, w + 0.8, 0.04, z - 0.05, "#4b4038") + strip(x - 0.32) + strip(x + w)
  );
}

/** A framed abstract print: hills and a sun in the given colour. */
export function artwork(room: Room, { x, y, w, h, z }: Opening, color: string): string {
  const s = scaleAt(z);
  const [left, top] = project(room, x, y + h, z);
  const right = left + w * s;
  const bottom = top + h * s;
  return [
    rect(left - 4, top - 4, w * s + 8, h * s + 8, "#3b332c"),
    rect(left, top, w * s, h * s, "#f7f3ea"),
    ellipse(left + w * s * 0.65, top + h * s * 0.35, h * s * 0.14, h * s * 0.14, shade(color, 0.35)),
    polygon(
      [
        [left, bottom],
        [left, top + h * s * 0.6],
        [left + w * s * 0.35, top + h * s * 0.45],
        [right, top + h * s * 0.8],
        [right, bottom],
      ],
      color,
    ),
  ].join("");
}

/** A leafy plant in a pot standing on the floor at (x, z). */
export function pottedPlant(room: Room, x: number, z: number, size: number, pot = "#d8d2c6"): string {
  const s = scaleAt(z) * size;
  const [cx, base] = project(room, x, 0, z);
  const leaves = [-0.42, -0.25, -0.08, 0.1, 0.27, 0.42].map((lean, i) => {
    const tip: Point = [cx + lean * s * 1.3, base - s * (1.25 - Math.abs(lean) * 0.9)];
    const bend = cx + lean * s * 0.4;
    return path(
      `M${cx} ${base - s * 0.35}Q${bend - s * 0.16} ${base - s * 0.8} ${tip[0]} ${tip[1]}Q${bend + s * 0.2} ${base - s * 0.7} ${cx} ${base - s * 0.35}Z`,
      i % 2 ? "#4f8a55" : "#3c7247",
    );
  });
  const potShape: Point[] = [
    [cx - s * 0.2, base - s * 0.4],
    [cx + s * 0.2, base - s * 0.4],
    [cx + s * 0.15, base],
    [cx - s * 0.15, base],
  ];
  return leaves.join("") + polygon(potShape, pot);
}

/** A pendant or chandelier shade hanging from the ceiling at (x, z), its bulb at height y. */
export function pendant(room: Room, x: number, z: number, y: number, color: string): string {
  const s = scaleAt(z);
  const [cx, cy] = project(room, x, y, z);
  const top = project(room, x, room.height, z);
  const cone: Point[] = [
    [cx - s * 0.05, cy - s * 0.2],
    [cx + s * 0.05, cy - s * 0.2],
    [cx + s * 0.15, cy],
    [cx - s * 0.15, cy],
  ];
  return (
    lines([[top, [cx, cy - s * 0.15]]], "#333333", 2.5) +
    polygon(cone, color) +
    ellipse(cx, cy, s * 0.15, s * 0.035, "#fff2c4")
  );
}
