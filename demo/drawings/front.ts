import type { Random } from "../src/random.ts";
import { PALETTE, shade } from "./color.ts";
import { lampGlow } from "./fixtures.ts";
import { BASE, type FrontTraits, STYLES } from "./house-styles.ts";
import { boulderBed, ground, nightfall, pine, ridge, shrub, sky, tree } from "./surroundings.ts";
import { fade, glow, lines, picture, polygon } from "./svg.ts";

export type { FrontTraits } from "./house-styles.ts";

/** Where the driveway meets the house, by style; styles without a garage have none. */
function driveway({ style, garageBays, season }: FrontTraits): string {
  const left = { ranch: 622, "two-story": 582, craftsman: 602, modern: 600, townhouse: 154 }[style as string];
  if (left === undefined || garageBays === 0) return "";
  const width = style === "townhouse" ? 620 : garageBays * 104 - 10;
  const color = season === "winter" ? "#d3d8dc" : "#c4c1ba";
  return (
    fade("drive", shade(color, -0.08), color) +
    polygon(
      [
        [left, BASE],
        [left + width, BASE],
        [left + width * 1.45 + 20, 683],
        [left - 40, 683],
      ],
      "url(#drive)",
    ) +
    lines(
      [
        [
          [left - 18, 580],
          [left + width * 1.22 + 10, 580],
        ],
      ],
      shade(color, -0.2),
      2,
    )
  );
}

export function drawFront(traits: FrontTraits, random: Random): string {
  const snowy = traits.season === "winter";
  const wall = PALETTE[traits.color];
  const roof = snowy ? "#eef2f5" : PALETTE[traits.roof];
  const shrubs = snowy ? "#dfe8ea" : "#4f8a4a";
  const planting =
    traits.yard === "xeriscape"
      ? [90, 250, 420].map((x) => boulderBed(x, BASE + 26, random))
      : [130, 190, 280, 410].map((x) => shrub(x, BASE + 12, 25, shrubs));
  return picture(
    [
      sky(BASE - 40, traits.light, random, snowy),
      ridge(BASE - 20, 150, snowy ? "#c9d6e2" : "#9bb3c4", random, traits.style === "cabin", true),
      ridge(
        BASE + 4,
        90,
        snowy ? "#dbe4ea" : traits.season === "autumn" ? "#c2ad72" : "#8fae82",
        random,
        false,
      ),
      traits.style === "cabin"
        ? [60, 150, 760, 860, 960].map((x, i) => pine(x, BASE + 6, 250 + (i % 3) * 46, snowy)).join("")
        : tree(70, BASE + 6, 235, traits.season, random) + tree(965, BASE + 4, 260, traits.season, random),
      ground(BASE - 2, traits.yard, random),
      driveway(traits),
      STYLES[traits.style]({ traits, wall, roof, door: PALETTE[traits.door], random }),
      ...planting,
      tree(30, 640, 300, traits.season, random),
      nightfall(traits.light),
      traits.light === "evening"
        ? glow("lamp", "#ffd98a") +
          [220, 360, 480].map((x) => lampGlow([x, BASE - 78], 95, "evening")).join("")
        : "",
    ].join(""),
    traits.mirrored,
  );
}
