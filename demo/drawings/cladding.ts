import type { Random } from "../src/random.ts";
import { mix, shade } from "./color.ts";
import type { Light } from "./fixtures.ts";
import { ellipse, lines, type Point, polygon, rect } from "./svg.ts";

export type Material = "brick" | "lap siding" | "board and batten" | "stone" | "stucco" | "log" | "metal";

function brick(x: number, y: number, w: number, h: number, color: string): string {
  const joints: [Point, Point][] = [];
  for (let row = 0; row * 10 < h; row++) {
    const top = y + row * 10;
    joints.push([
      [x, top],
      [x + w, top],
    ]);
    for (let index = x + (row % 2 ? 6 : 16); index < x + w; index += 20)
      joints.push([
        [index, top],
        [index, Math.min(top + 10, y + h)],
      ]);
  }
  return rect(x, y, w, h, color) + lines(joints, mix(color, "#e8ddd2", 0.5), 1.3);
}

function stone(x: number, y: number, w: number, h: number, color: string, random: Random): string {
  const parts = [rect(x, y, w, h, shade(color, -0.3))];
  for (let top = y; top < y + h - 3; top += 18) {
    const height = Math.min(18, y + h - top);
    for (let index = x; index < x + w - 3; ) {
      const width = Math.min(random.between(22, 46), x + w - index);
      parts.push(
        rect(
          index + 1,
          top + 1,
          Math.max(2, width - 2),
          Math.max(2, height - 2),
          shade(color, random.between(-0.15, 0.25)),
          'rx="4"',
        ),
      );
      index += width;
    }
  }
  return parts.join("");
}

function log(x: number, y: number, w: number, h: number, color: string): string {
  const parts: string[] = [];
  for (let top = y; top < y + h; top += 18) {
    const height = Math.min(18, y + h - top);
    parts.push(
      rect(x, top, w, height, color),
      rect(x, top + height - 5, w, 5, shade(color, -0.35)),
      rect(x, top + 2, w, 3, shade(color, 0.22)),
    );
    for (const end of [x - 3, x + w + 3])
      parts.push(
        ellipse(end, top + 9, 8, 8, shade(color, 0.3), `stroke="${shade(color, -0.35)}" stroke-width="2"`),
      );
  }
  return parts.join("");
}

/** A flat wall of the material. */
export function wallOf(
  material: Material,
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
  random: Random,
): string {
  if (material === "brick") return brick(x, y, w, h, color);
  if (material === "stone") return stone(x, y, w, h, color, random);
  if (material === "log") return log(x, y, w, h, color);
  const seams: [Point, Point][] = [];
  if (material === "lap siding")
    for (let index = y + 11; index < y + h; index += 11)
      seams.push([
        [x, index],
        [x + w, index],
      ]);
  if (material === "board and batten")
    for (let index = x + 18; index < x + w; index += 18)
      seams.push([
        [index, y],
        [index, y + h],
      ]);
  if (material === "metal")
    for (let index = x + 9; index < x + w; index += 9)
      seams.push([
        [index, y],
        [index, y + h],
      ]);
  return (
    rect(x, y, w, h, color) + lines(seams, shade(color, -0.18), material === "board and batten" ? 3 : 1.6)
  );
}

/** A triangle under a gable roof, in the same colour with matching seams. */
export function gable(
  left: number,
  right: number,
  base: number,
  tall: number,
  color: string,
  material: Material,
): string {
  const peak = (left + right) / 2;
  const seams: [Point, Point][] = [];
  const step = material === "log" ? 18 : material === "brick" ? 10 : 11;
  if (material !== "stucco" && material !== "board and batten") {
    for (let up = step; up < tall - 4; up += step) {
      const half = ((right - left) / 2) * (1 - up / tall);
      seams.push([
        [peak - half, base - up],
        [peak + half, base - up],
      ]);
    }
  }
  const seam = material === "brick" ? mix(color, "#e8ddd2", 0.5) : shade(color, -0.2);
  return (
    polygon(
      [
        [left, base],
        [right, base],
        [peak, base - tall],
      ],
      color,
    ) + lines(seams, seam, 1.5)
  );
}

export type Roof = { left: number; right: number; base: number; tall: number; inset: number; color: string };

/** A roof plane seen from the front: a trapezoid with shingle courses. */
export function roofPlane({ left, right, base, tall, inset, color }: Roof): string {
  const courses: [Point, Point][] = [];
  for (let up = 9; up < tall; up += 9) {
    const lean = (inset * up) / tall;
    courses.push([
      [left + lean, base - up],
      [right - lean, base - up],
    ]);
  }
  const shape: Point[] = [
    [left, base],
    [left + inset, base - tall],
    [right - inset, base - tall],
    [right, base],
  ];
  return (
    polygon(shape, color) +
    lines(courses, shade(color, -0.22), 1.3) +
    rect(left, base - 3, right - left, 8, "#f3f1ec")
  );
}

/** The two slopes of a gable that faces the viewer, as a thick edge over the triangle. */
export function gableEdge(left: number, right: number, base: number, tall: number, color: string): string {
  const peak = (left + right) / 2;
  const t = 15;
  const edge: Point[] = [
    [left - 18, base + 12],
    [peak, base - tall - t],
    [right + 18, base + 12],
    [right + 18, base + 26],
    [peak, base - tall + 3],
    [left - 18, base + 26],
  ];
  return (
    polygon(edge, color) +
    lines(
      [
        [
          [left - 16, base + 26],
          [peak, base - tall + 3],
        ],
        [
          [peak, base - tall + 3],
          [right + 16, base + 26],
        ],
      ],
      "#f3f1ec",
      5,
    )
  );
}

/** A house window with trim; lit from inside in the evening. */
export function houseWindow(
  x: number,
  y: number,
  w: number,
  h: number,
  light: Light,
  panes = 2,
  trim = "#f8f6f1",
): string {
  const glass = light === "day" ? "#7fa3bd" : "#ffd987";
  const bars: [Point, Point][] = [
    [
      [x, y + h / 2],
      [x + w, y + h / 2],
    ],
  ];
  for (let i = 1; i < panes; i++)
    bars.push([
      [x + (w * i) / panes, y],
      [x + (w * i) / panes, y + h],
    ]);
  const shine =
    light === "day"
      ? polygon(
          [
            [x + w * 0.1, y + h],
            [x + w * 0.45, y],
            [x + w * 0.65, y],
            [x + w * 0.3, y + h],
          ],
          "#d7e8f2",
          'opacity="0.5"',
        )
      : "";
  return (
    rect(x - 6, y - 6, w + 12, h + 14, trim, 'stroke="#c9c5bc"') +
    rect(x, y, w, h, glass) +
    shine +
    lines(bars, trim, 3.5)
  );
}

export function garageDoor(x: number, y: number, w: number, h: number, color: string, light: Light): string {
  const panels: string[] = [rect(x - 6, y - 6, w + 12, h + 6, "#f3f1ec"), rect(x, y, w, h, color)];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      const lit = row === 0 ? (light === "day" ? "#8fabbd" : "#ffd987") : shade(color, -0.07);
      panels.push(
        rect(
          x + 5 + (column * (w - 6)) / 4,
          y + 5 + (row * (h - 4)) / 4,
          (w - 6) / 4 - 5,
          (h - 4) / 4 - 6,
          lit,
          `stroke="${shade(color, -0.2)}"`,
        ),
      );
    }
  }
  return panels.join("");
}

export function frontDoor(
  x: number,
  base: number,
  w: number,
  h: number,
  color: string,
  light: Light,
): string {
  const glow = light === "day" ? "#a9c3d2" : "#ffd987";
  return [
    rect(x - 7, base - h - 7, w + 14, h + 7, "#f8f6f1", 'stroke="#c9c5bc"'),
    rect(x, base - h, w, h, color),
    rect(x + w * 0.18, base - h * 0.92, w * 0.64, h * 0.28, glow, `stroke="${shade(color, -0.3)}"`),
    rect(x + w * 0.18, base - h * 0.54, w * 0.64, h * 0.44, shade(color, -0.14)),
    ellipse(x + w * 0.86, base - h * 0.47, 3.5, 3.5, "#d9c48a"),
  ].join("");
}
