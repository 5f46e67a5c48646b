import type { Random } from "../src/random.ts";
import { pine, shrub } from "./surroundings.ts";
import { ellipse, fade, lines, type Point, path, polygon, rect } from "./svg.ts";

/** Where land and sky meet in every landscape, pixels from the top. */
export const HORIZON = 340;

export function river(random: Random): string {
  const rocks = Array.from({ length: 9 }, () =>
    ellipse(
      random.between(480, 720),
      random.between(520, 670),
      random.between(8, 20),
      random.between(5, 10),
      "#8d857a",
    ),
  );
  const ripples: [Point, Point][] = Array.from({ length: 16 }, (_, i) => [
    [500 + (i % 4) * 60, 500 + i * 11],
    [536 + (i % 4) * 60, 500 + i * 11],
  ]);
  return (
    fade("river", "#a9d3e8", "#4f93bb") +
    path(
      "M560 352C430 390 760 410 560 470S330 600 300 683H860C860 600 700 560 720 480S640 400 590 352Z",
      "url(#river)",
    ) +
    lines(ripples, "#e3f3fa", 3, 'opacity="0.7"') +
    rocks.join("")
  );
}

export function lake(): string {
  const ripples: [Point, Point][] = Array.from({ length: 26 }, (_, i) => [
    [(i * 197) % 980, HORIZON + 24 + i * 8],
    [((i * 197) % 980) + 40 + i * 2, HORIZON + 24 + i * 8],
  ]);
  const planks: [Point, Point][] = Array.from({ length: 12 }, (_, i) => [
    [690 - i * 3, 470 + i * 18],
    [745 + i * 8, 470 + i * 18],
  ]);
  return [
    fade("lake", "#b5daec", "#3f84b0"),
    rect(0, HORIZON, 1024, 260, "url(#lake)"),
    lines(ripples, "#e3f3fa", 2.5, 'opacity="0.6"'),
    path("M0 600Q300 570 560 596T1024 586V683H0Z", "#d9c79f"),
    polygon(
      [
        [690, 462],
        [745, 462],
        [840, 683],
        [654, 683],
      ],
      "#9c7248",
    ) + lines(planks, "#7d5836", 2),
    ...[690, 745].map((x) => rect(x - 4, 446, 9, 44, "#6b4a31")),
  ].join("");
}

export function crops(): string {
  const rows: [Point, Point][] = Array.from({ length: 34 }, (_, i) => [
    [512 + (i - 17) * 22, HORIZON + 60],
    [512 + (i - 17) * 92, 683],
  ]);
  const barn =
    rect(760, HORIZON - 30, 100, 66, "#a8443a") +
    polygon(
      [
        [748, HORIZON - 28],
        [810, HORIZON - 74],
        [872, HORIZON - 28],
      ],
      "#7d2f28",
    ) +
    rect(792, HORIZON - 4, 36, 40, "#f3f1ec") +
    rect(876, HORIZON - 70, 34, 106, "#c3c8cc") +
    ellipse(893, HORIZON - 70, 17, 14, "#d9dde0");
  return (
    rect(0, HORIZON + 24, 1024, 60, "#d9c46e") +
    rect(0, HORIZON + 60, 1024, 330, "#8a6f4a") +
    lines(rows, "#5f9a45", 11) +
    barn
  );
}

export function sagebrush(random: Random): string {
  return Array.from({ length: 34 }, (_, i) => {
    const y = HORIZON + 40 + i * 9.5;
    return shrub(random.between(-10, 1030), y, 8 + (y - HORIZON) * 0.085, i % 3 ? "#9aa583" : "#8a9a72");
  }).join("");
}

export function stakes(): string {
  const posts = [
    [180, 520],
    [830, 520],
    [330, 420],
    [690, 420],
  ].map(
    ([x, y]) =>
      rect(x!, y! - 46, 7, 52, "#c9a97c") +
      polygon(
        [
          [x! + 7, y! - 46],
          [x! + 40, y! - 38],
          [x! + 7, y! - 28],
        ],
        "#e8622c",
      ),
  );
  return (
    polygon(
      [
        [420, 683],
        [700, 683],
        [600, HORIZON + 40],
        [560, HORIZON + 40],
      ],
      "#c9bda6",
    ) +
    lines(
      [
        [
          [183, 515],
          [333, 415],
        ],
        [
          [333, 415],
          [693, 415],
        ],
        [
          [693, 415],
          [833, 515],
        ],
      ],
      "#f4f1ea",
      2,
      'stroke-dasharray="8 6"',
    ) +
    posts.join("")
  );
}

export function pastureFence(): string {
  const posts = Array.from({ length: 11 }, (_, i) => rect(i * 102 - 4, 520, 13, 92, "#8a6546"));
  const horse = (x: number, y: number, s: number, c: string) =>
    ellipse(x, y - 34 * s, 36 * s, 17 * s, c) +
    [-26, -14, 16, 26].map((dx) => rect(x + dx * s, y - 26 * s, 6 * s, 32 * s, c)).join("") +
    polygon(
      [
        [x + 20 * s, y - 40 * s],
        [x + 46 * s, y - 76 * s],
        [x + 70 * s, y - 60 * s],
        [x + 66 * s, y - 54 * s],
        [x + 50 * s, y - 58 * s],
        [x + 36 * s, y - 28 * s],
      ],
      c,
    ) +
    path(
      `M${x - 34 * s} ${y - 38 * s}q${-16 * s} ${10 * s} ${-10 * s} ${32 * s}`,
      "none",
      `stroke="#3b2a20" stroke-width="${5 * s}"`,
    );
  return (
    horse(330, 470, 1, "#7a4a2c") +
    horse(620, 440, 0.75, "#4a3526") +
    posts.join("") +
    rect(0, 534, 1024, 10, "#9c7654") +
    rect(0, 568, 1024, 10, "#9c7654")
  );
}

export function cityLights(random: Random): string {
  const dots = Array.from({ length: 190 }, () => {
    const depth = random.next() ** 1.7;
    return ellipse(
      random.between(0, 1024),
      HORIZON + 14 + depth * 190,
      1.6 + depth * 2.4,
      1.4 + depth * 2,
      random.pick(["#ffd987", "#fff1c9", "#ffb765"]),
    );
  });
  return (
    rect(0, HORIZON + 4, 1024, 343, "#2c2f4a") +
    dots.join("") +
    path("M0 560Q260 500 520 570T1024 530V683H0Z", "#1d2130")
  );
}

export function slopes(): string {
  const tower = (x: number, y: number) => rect(x, y, 6, 64, "#4a4e53") + rect(x - 13, y, 32, 5, "#4a4e53");
  const cable: [Point, Point][] = [
    [
      [130, 600],
      [420, 200],
    ],
  ];
  const chairs = [0.2, 0.4, 0.6, 0.8].map(
    (t) =>
      rect(130 + 290 * t - 9, 600 - 400 * t + 10, 20, 14, "#a8443a") +
      rect(130 + 290 * t, 600 - 400 * t, 3, 12, "#4a4e53"),
  );
  return [
    path("M-20 683L420 150L560 270L700 190L1060 683Z", "#f4f8fb"),
    path("M420 150L380 330L470 480L420 683H560L540 470L480 310Z", "#dfe9f1"),
    path("M700 190L690 380L780 520L760 683H860L830 500L750 340Z", "#dfe9f1"),
    ...[
      [250, 520, 110],
      [310, 470, 100],
      [590, 420, 90],
      [620, 560, 130],
      [900, 600, 140],
      [960, 640, 150],
      [60, 670, 150],
      [660, 340, 60],
    ].map(([x, y, t]) => pine(x!, y!, t!, true)),
    lines(cable, "#4a4e53", 3),
    tower(205, 488) + tower(310, 345),
    ...chairs,
  ].join("");
}

export function fairway(): string {
  return (
    path(
      "M400 683C380 560 640 520 600 440S500 380 560 356H700C690 400 860 430 820 520S720 620 760 683Z",
      "#a4d67c",
    ) +
    ellipse(300, 520, 90, 22, "#eadfb8") +
    ellipse(860, 450, 60, 14, "#eadfb8") +
    ellipse(630, 410, 70, 15, "#bfe59a") +
    rect(630, 340, 4, 70, "#f3f1ec") +
    polygon(
      [
        [634, 340],
        [668, 350],
        [634, 362],
      ],
      "#d8392f",
    ) +
    ellipse(180, 420, 120, 18, "#7dbbd6")
  );
}
