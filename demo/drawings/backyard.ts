import type { Random } from "../src/random.ts";
import {
  BASE,
  firePit,
  hotTub,
  outdoorTable,
  pergola,
  railing,
  raisedBeds,
  terrace,
} from "./backyard-furniture.ts";
import { gable, gableEdge, houseWindow, type Material, roofPlane, wallOf } from "./cladding.ts";
import { type ColorName, PALETTE } from "./color.ts";
import { type Light, lampGlow } from "./fixtures.ts";
import { ground, nightfall, pine, ridge, type Season, shrub, sky, tree, type Yard } from "./surroundings.ts";
import { ellipse, glow, lines, type Point, picture, polygon, rect } from "./svg.ts";

export type BackyardTraits = {
  subject: "backyard";
  /** The subject of the picture. */
  focus: "house" | "patio" | "deck" | "lawn" | "garden";
  extra: "pergola" | "fire pit" | "hot tub" | "none";
  material: Material;
  color: ColorName;
  yard: Yard;
  fence: boolean;
  season: Season;
  light: Light;
  mirrored: boolean;
};

function fence(random: Random): string {
  const boards: [Point, Point][] = [];
  for (let x = 0; x <= 1024; x += 13)
    boards.push([
      [x, BASE - 66],
      [x, BASE + 4],
    ]);
  return (
    rect(0, BASE - 66, 1024, 70, "#b08a62") +
    lines(boards, "#8f6c49", 2) +
    rect(0, BASE - 70, 1024, 6, "#c39c72") +
    shrub(random.between(560, 950), BASE + 14, 34)
  );
}

function rearOfHouse(traits: BackyardTraits, random: Random): string {
  const wall = PALETTE[traits.color];
  const glass = traits.light === "day" ? "#7fa3bd" : "#ffd987";
  return [
    wallOf(traits.material, -20, BASE - 150, 600, 170, wall, random),
    roofPlane({ left: -40, right: 606, base: BASE - 148, tall: 100, inset: 60, color: "#55585c" }),
    gable(330, 560, BASE - 150, 70, wall, traits.material) + gableEdge(330, 560, BASE - 150, 70, "#55585c"),
    houseWindow(40, BASE - 112, 110, 74, traits.light, 3),
    rect(214, BASE - 124, 176, 144, "#f8f6f1") +
      rect(222, BASE - 116, 76, 134, glass) +
      rect(306, BASE - 116, 76, 134, glass),
    polygon(
      [
        [232, BASE + 10],
        [262, BASE - 110],
        [284, BASE - 110],
        [254, BASE + 10],
      ],
      "#e3eef4",
      'opacity="0.45"',
    ),
    houseWindow(450, BASE - 108, 80, 70, traits.light),
  ].join("");
}

export function drawBackyard(traits: BackyardTraits, random: Random): string {
  const withHouse = traits.focus === "house" || traits.focus === "patio" || traits.focus === "deck";
  const extras = {
    pergola: pergola(),
    "fire pit": firePit(withHouse ? 480 : 560, 590),
    "hot tub": hotTub(withHouse ? 520 : 640, 540),
    none: "",
  };
  const snowy = traits.season === "winter";
  const furnished = withHouse && traits.focus !== "house" && traits.extra !== "fire pit";
  return picture(
    [
      sky(BASE - 40, traits.light, random, snowy),
      ridge(BASE - 20, 170, "#9bb3c4", random, true, true),
      ridge(BASE + 4, 110, traits.season === "autumn" ? "#c2ad72" : "#8fae82", random, false),
      ...[660, 770, 900].map((x, i) =>
        i === 1 ? pine(x, BASE + 2, 210, snowy) : tree(x, BASE + 4, 190 + i * 20, traits.season, random),
      ),
      withHouse
        ? ""
        : [80, 210, 370, 520]
            .map((x, i) => (i % 2 ? pine(x, BASE, 200) : tree(x, BASE, 215, traits.season, random)))
            .join(""),
      ground(BASE, traits.yard, random),
      traits.fence ? fence(random) : "",
      withHouse ? rearOfHouse(traits, random) : "",
      traits.focus === "deck" || traits.focus === "patio"
        ? terrace(traits.focus)
        : traits.focus === "house"
          ? rect(150, BASE + 18, 420, 34, "#c4c1ba")
          : "",
      traits.focus === "garden" ? raisedBeds() : "",
      extras[traits.extra],
      furnished ? outdoorTable(traits.extra === "hot tub" ? 230 : 360, 590, "#9c7248") : "",
      traits.focus === "deck" ? railing() : "",
      traits.focus === "lawn"
        ? tree(190, 600, 370, traits.season, random) + ellipse(220, 604, 130, 16, "#1b3018", 'opacity="0.25"')
        : "",
      nightfall(traits.light),
      traits.light === "evening"
        ? glow("lamp", "#ffd98a") +
          lampGlow([300, BASE - 50], 150, "evening") +
          lampGlow(
            [traits.extra === "fire pit" ? 480 : 100, traits.extra === "fire pit" ? 540 : BASE - 70],
            110,
            "evening",
          )
        : "",
    ].join(""),
    traits.mirrored,
  );
}
