import { shade } from "./color.ts";
import { shrub } from "./surroundings.ts";
import { ellipse, fade, lines, type Point, path, polygon, rect } from "./svg.ts";

/** Where the house meets the yard, pixels from the top. */
export const BASE = 430;

/** Pavers or boards in front of the house, drawn towards the viewer. */
export function terrace(kind: "patio" | "deck"): string {
  const left: Point = [120, BASE + 20];
  const right: Point = [610, BASE + 20];
  const color = kind === "deck" ? "#a8794f" : "#bfb6a8";
  const shape: Point[] = [left, right, [820, 683], [-60, 683]];
  const seams: [Point, Point][] = [];
  const rows = kind === "deck" ? 0 : 7;
  for (let i = 1; i < rows; i++) {
    const t = (i / rows) ** 1.6;
    seams.push([
      [120 - 180 * t, BASE + 20 + 233 * t],
      [610 + 210 * t, BASE + 20 + 233 * t],
    ]);
  }
  const columns = kind === "deck" ? 30 : 11;
  for (let i = 1; i < columns; i++)
    seams.push([
      [120 + (490 * i) / columns, BASE + 20],
      [-60 + (880 * i) / columns, 683],
    ]);
  return (
    fade("terrace", shade(color, 0.15), color) +
    polygon(shape, "url(#terrace)") +
    lines(seams, shade(color, -0.3), kind === "deck" ? 2.4 : 1.8)
  );
}

export function railing(): string {
  const posts = Array.from({ length: 15 }, (_, i) => {
    const t = i / 14;
    const x = 616 + 200 * t ** 1.3;
    const y = BASE + 22 + 240 * t ** 1.3;
    const tall = 60 + 90 * t;
    return rect(x, y - tall, i % 4 ? 5 : 11, tall, i % 4 ? "#3b3d40" : "#7a563b");
  });
  return (
    posts.join("") +
    lines(
      [
        [
          [614, BASE - 38],
          [826, 530],
        ],
      ],
      "#7a563b",
      12,
    )
  );
}

export function outdoorTable(x: number, y: number, wood: string): string {
  const seat = (cx: number, cy: number) =>
    rect(cx - 32, cy - 58, 64, 46, shade(wood, -0.25), 'rx="8"') +
    rect(cx - 34, cy - 16, 68, 14, shade(wood, 0.1), 'rx="4"') +
    rect(cx - 28, cy - 2, 7, 34, "#3b3d40") +
    rect(cx + 21, cy - 2, 7, 34, "#3b3d40");
  return [
    ellipse(x, y + 44, 175, 22, "#1b1820", 'opacity="0.2"'),
    seat(x - 62, y - 12) + seat(x + 62, y - 12),
    rect(x - 6, y - 190, 11, 240, "#6d655a"),
    polygon(
      [
        [x, y - 250],
        [x + 165, y - 172],
        [x - 165, y - 172],
      ],
      "#c3473d",
    ),
    polygon(
      [
        [x, y - 250],
        [x + 60, y - 172],
        [x - 60, y - 172],
      ],
      "#d9645a",
    ),
    rect(x - 110, y - 8, 220, 14, wood, 'rx="5"'),
    rect(x - 96, y + 6, 9, 44, shade(wood, -0.3)) + rect(x + 87, y + 6, 9, 44, shade(wood, -0.3)),
    seat(x - 138, y + 18) + seat(x + 138, y + 18),
  ].join("");
}

export function pergola(): string {
  const wood = "#8a6546";
  const slats = Array.from({ length: 9 }, (_, i) =>
    polygon(
      [
        [180 + i * 52, BASE - 130],
        [194 + i * 52, BASE - 130],
        [178 + i * 66, BASE - 184],
        [160 + i * 66, BASE - 184],
      ],
      shade(wood, i % 2 ? 0.1 : -0.05),
    ),
  );
  return (
    rect(180, BASE - 130, 15, 160, wood) +
    rect(604, BASE - 130, 15, 160, wood) +
    slats.join("") +
    rect(130, BASE - 190, 600, 18, wood) +
    rect(140, BASE - 174, 20, 300, shade(wood, -0.12)) +
    rect(700, BASE - 174, 20, 300, shade(wood, -0.12))
  );
}

export function firePit(x: number, y: number): string {
  const stones = Array.from({ length: 9 }, (_, i) =>
    rect(
      x - 82 + i * 18.4,
      y - 24 + Math.abs(i - 4) * -1.5,
      17,
      30,
      shade("#8f8a81", i % 2 ? 0.15 : -0.1),
      'rx="5"',
    ),
  );
  const flame = (dx: number, h: number, c: string) =>
    path(
      `M${x + dx - 17} ${y - 24}Q${x + dx - 20} ${y - 24 - h / 2} ${x + dx} ${y - 24 - h}Q${x + dx + 20} ${y - 24 - h / 2} ${x + dx + 17} ${y - 24}Z`,
      c,
    );
  const chair = (cx: number, turn: number) =>
    polygon(
      [
        [cx, y + 24],
        [cx + 62 * turn, y + 24],
        [cx + 84 * turn, y - 74],
        [cx + 62 * turn, y - 78],
        [cx + 48 * turn, y - 20],
        [cx, y - 16],
      ],
      "#b5652f",
    );
  return (
    ellipse(x, y + 8, 120, 18, "#1b1820", 'opacity="0.2"') +
    chair(x - 130, -1) +
    chair(x + 130, 1) +
    ellipse(x, y - 24, 80, 14, "#2b2826") +
    flame(-26, 48, "#e8742c") +
    flame(22, 54, "#f09a35") +
    flame(-2, 76, "#fbc552") +
    stones.join("")
  );
}

export function hotTub(x: number, y: number): string {
  const slats = Array.from({ length: 13 }, (_, i) =>
    rect(x - 108 + i * 16.6, y - 74, 15, 80, shade("#7a563b", i % 2 ? 0.1 : -0.05)),
  );
  const steam = [-50, 0, 48].map((dx) =>
    path(
      `M${x + dx} ${y - 94}q-14 -18 0 -34t0 -34`,
      "none",
      'stroke="#ffffff" stroke-width="5" opacity="0.55"',
    ),
  );
  return (
    slats.join("") +
    ellipse(x, y - 76, 114, 26, "#5a4030") +
    ellipse(x, y - 78, 100, 20, "#58b7cf") +
    ellipse(x - 24, y - 81, 40, 6, "#d3f1f7", 'opacity="0.7"') +
    steam.join("")
  );
}

export function raisedBeds(): string {
  return [
    [560, 520, 0.8],
    [800, 520, 0.8],
    [500, 610, 1.1],
    [810, 610, 1.1],
  ]
    .map(([x, y, s], bed) => {
      const plants = Array.from(
        { length: 6 },
        (_, i) =>
          shrub(x! - 72 * s! + i * 29 * s!, y! - 28 * s!, 17 * s!, bed % 2 ? "#5c9a4b" : "#3f7f45") +
          (i % 2
            ? ellipse(x! - 72 * s! + i * 29 * s!, y! - 40 * s!, 5, 5, bed % 2 ? "#d8392f" : "#f0b93a")
            : ""),
      );
      return (
        plants.join("") +
        rect(x! - 95 * s!, y! - 30 * s!, 190 * s!, 42 * s!, "#9c7248") +
        rect(x! - 95 * s!, y! - 12 * s!, 190 * s!, 3, "#7d5836")
      );
    })
    .join("");
}
