import type { Random } from "../src/random.ts";
import { garageDoor, wallOf } from "./cladding.ts";
import { type ColorName, PALETTE, shade } from "./color.ts";
import type { Light } from "./fixtures.ts";
import { ground, nightfall, pine, ridge, sky, tree } from "./surroundings.ts";
import { ellipse, lines, type Point, picture, polygon, rect } from "./svg.ts";

export type CommercialTraits = {
  subject: "commercial";
  kind: "storefront" | "office building" | "warehouse" | "shop building" | "barn";
  color: ColorName;
  light: Light;
  mirrored: boolean;
};

const BASE = 500;

function storefront(color: string, light: Light, random: Random): string {
  const glass = light === "day" ? "#86aabf" : "#ffdf97";
  const awnings = ["#3f6049", "#a8443a", "#2b3f66"];
  const bays = [0, 1, 2].map((bay) => {
    const x = 140 + bay * 256;
    const stripes = Array.from({ length: 8 }, (_, i) =>
      polygon(
        [
          [x + i * 28, BASE - 168],
          [x + 28 + i * 28, BASE - 168],
          [x + 24 + i * 30, BASE - 124],
          [x - 8 + i * 30, BASE - 124],
        ],
        i % 2 ? "#f6f5f1" : awnings[bay]!,
      ),
    );
    const upper = [18, 128].map(
      (dx) =>
        rect(x + dx - 6, BASE - 306, 82, 96, "#e8e2d4") +
        rect(x + dx, BASE - 300, 70, 84, glass) +
        lines(
          [
            [
              [x + dx + 35, BASE - 300],
              [x + dx + 35, BASE - 216],
            ],
            [
              [x + dx, BASE - 258],
              [x + dx + 70, BASE - 258],
            ],
          ],
          "#e8e2d4",
          4,
        ),
    );
    return (
      upper.join("") +
      rect(x, BASE - 140, 226, 140, "#3a3430") +
      rect(x + 10, BASE - 130, 132, 104, glass) +
      rect(x + 154, BASE - 130, 62, 130, glass) +
      rect(x + 160, BASE - 70, 5, 26, "#e8e2d4") +
      stripes.join("")
    );
  });
  return (
    wallOf("brick", 110, BASE - 340, 804, 340, color, random) +
    rect(96, BASE - 362, 832, 26, shade(color, -0.3)) +
    bays.join("")
  );
}

function officeBuilding(color: string, light: Light): string {
  const glass = light === "day" ? "#8fbad3" : "#ffdf97";
  const floors = [0, 1, 2].map((floor) =>
    rect(160, BASE - 340 + floor * 104, 700, 66, floor % 2 ? shade(glass, -0.06) : glass),
  );
  const mullions: [Point, Point][] = Array.from({ length: 14 }, (_, i) => [
    [160 + i * 53.8, BASE - 340],
    [160 + i * 53.8, BASE - 66],
  ]);
  return (
    rect(130, BASE - 376, 760, 376, color) +
    floors.join("") +
    lines(mullions, shade(color, -0.12), 6) +
    rect(430, BASE - 110, 160, 110, "#2f3134") +
    rect(440, BASE - 100, 68, 100, glass) +
    rect(514, BASE - 100, 68, 100, glass) +
    rect(400, BASE - 128, 220, 16, "#4a4e53")
  );
}

function warehouse(color: string, light: Light, random: Random): string {
  const docks = [190, 380, 570].map(
    (x) =>
      rect(x - 8, BASE - 148, 146, 148, "#e3e5e6") + garageDoor(x, BASE - 138, 130, 138, "#d5d9dc", light),
  );
  return (
    wallOf("metal", 110, BASE - 250, 800, 250, color, random) +
    rect(96, BASE - 268, 828, 20, shade(color, -0.4)) +
    docks.join("") +
    rect(770, BASE - 110, 60, 110, "#3a3c3f") +
    rect(846, BASE - 110, 46, 50, "#8fabbd") +
    rect(110, BASE - 196, 800, 12, shade(color, 0.4))
  );
}

function shopBuilding(color: string, light: Light, random: Random): string {
  return [
    wallOf("metal", 200, BASE - 200, 620, 200, color, random),
    polygon(
      [
        [200, BASE - 199],
        [820, BASE - 199],
        [510, BASE - 310],
      ],
      shade(color, 0.08),
    ),
    polygon(
      [
        [176, BASE - 186],
        [510, BASE - 330],
        [844, BASE - 186],
        [844, BASE - 208],
        [510, BASE - 352],
        [176, BASE - 208],
      ],
      "#4a4e53",
    ),
    garageDoor(240, BASE - 160, 190, 160, "#f1efe9", light),
    garageDoor(470, BASE - 160, 190, 160, "#f1efe9", light),
    rect(710, BASE - 112, 58, 112, "#f8f6f1") + rect(716, BASE - 106, 46, 106, "#4a4e53"),
  ].join("");
}

function barn(color: string, random: Random): string {
  const x = "#f6f5f1";
  return [
    wallOf("board and batten", 300, BASE - 190, 420, 190, color, random),
    polygon(
      [
        [300, BASE - 189],
        [720, BASE - 189],
        [660, BASE - 290],
        [510, BASE - 356],
        [360, BASE - 290],
      ],
      color,
    ),
    polygon(
      [
        [276, BASE - 180],
        [346, BASE - 302],
        [510, BASE - 380],
        [674, BASE - 302],
        [744, BASE - 180],
        [726, BASE - 180],
        [662, BASE - 290],
        [510, BASE - 358],
        [358, BASE - 290],
        [294, BASE - 180],
      ],
      "#55585c",
    ),
    rect(420, BASE - 150, 180, 150, shade(color, -0.2), `stroke="${x}" stroke-width="8"`),
    lines(
      [
        [
          [420, BASE - 150],
          [600, BASE],
        ],
        [
          [600, BASE - 150],
          [420, BASE],
        ],
        [
          [510, BASE - 150],
          [510, BASE],
        ],
      ],
      x,
      7,
    ),
    rect(476, BASE - 290, 68, 66, shade(color, -0.3), `stroke="${x}" stroke-width="7"`),
    ...[330, 640].map((at) => rect(at, BASE - 130, 50, 50, "#3b3d40", `stroke="${x}" stroke-width="6"`)),
    ...Array.from({ length: 12 }, (_, i) => rect(i * 92 - 10, BASE - 4, 11, 58, "#8a6546")),
    rect(0, BASE + 6, 1024, 8, "#9c7654") + rect(0, BASE + 30, 1024, 8, "#9c7654"),
  ].join("");
}

export function drawCommercial({ kind, color, light, mirrored }: CommercialTraits, random: Random): string {
  const paint = PALETTE[color];
  const rural = kind === "shop building" || kind === "barn";
  const stripes: [Point, Point][] = Array.from({ length: 8 }, (_, i) => [
    [90 + i * 120, BASE + 60],
    [20 + i * 140, 640],
  ]);
  const apron = rural
    ? kind === "barn"
      ? ""
      : polygon(
          [
            [220, BASE],
            [690, BASE],
            [800, 683],
            [120, 683],
          ],
          "#c9bda6",
        )
    : rect(0, BASE, 1024, 40, "#d0cdc5") +
      rect(0, BASE + 40, 1024, 160, "#74787c") +
      (kind === "storefront"
        ? lines(
            [
              [
                [0, 612],
                [1024, 612],
              ],
            ],
            "#efe3a4",
            6,
            'stroke-dasharray="60 40"',
          )
        : lines(stripes, "#f3f1ec", 5));
  const buildings = {
    storefront: () => storefront(paint, light, random),
    "office building": () => officeBuilding(paint, light),
    warehouse: () => warehouse(paint, light, random),
    "shop building": () => shopBuilding(paint, light, random),
    barn: () => barn(paint, random),
  };
  return picture(
    [
      sky(BASE - 40, light, random),
      ridge(BASE - 10, 160, "#9bb3c4", random, true, true),
      ridge(BASE + 4, 90, "#8fae82", random, false),
      tree(60, BASE + 4, 220, "summer", random) +
        pine(950, BASE + 4, 240) +
        (rural ? pine(880, BASE + 4, 190) : ""),
      ground(BASE - 2, kind === "barn" ? "lawn" : rural ? "dry grass" : "lawn", random),
      apron,
      buildings[kind](),
      kind === "storefront"
        ? [120, 512, 904]
            .map(
              (x) => rect(x - 4, BASE - 170, 8, 210, "#2f3134") + ellipse(x, BASE - 176, 15, 17, "#fff2c4"),
            )
            .join("")
        : "",
      nightfall(light),
    ].join(""),
    mirrored,
  );
}
