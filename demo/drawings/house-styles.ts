import type { Random } from "../src/random.ts";
import type { Material } from "./cladding.ts";
import { frontDoor, gable, gableEdge, garageDoor, houseWindow, roofPlane, wallOf } from "./cladding.ts";
import { type ColorName, shade } from "./color.ts";
import type { Light } from "./fixtures.ts";
import type { Season, Yard } from "./surroundings.ts";
import { lines, polygon, rect } from "./svg.ts";

/** Where the house meets the ground, pixels from the top. */
export const BASE = 486;

/** A house front before its colors are resolved. */
export type FrontTraits = {
  subject: "front";
  style: "ranch" | "two-story" | "craftsman" | "modern" | "cabin" | "townhouse" | "condo" | "manufactured";
  material: Material;
  color: ColorName;
  roof: ColorName;
  door: ColorName;
  garageBays: number;
  yard: Yard;
  season: Season;
  light: Light;
  mirrored: boolean;
};

/** One house front and its paints, resolved. */
export type Draft = { traits: FrontTraits; wall: string; roof: string; door: string; random: Random };

function garageWing({ traits, wall, roof, random }: Draft, x: number): string {
  const bays = traits.garageBays;
  if (bays === 0) return "";
  const w = bays * 104 + 34;
  const doors =
    bays === 2
      ? [garageDoor(x + 22, BASE - 100, w - 44, 100, "#f1efe9", traits.light)]
      : Array.from({ length: bays }, (_, i) =>
          garageDoor(x + 22 + i * 104, BASE - 100, 86, 100, "#f1efe9", traits.light),
        );
  return (
    wallOf(traits.material, x, BASE - 135, w, 135, wall, random) +
    doors.join("") +
    gable(x, x + w, BASE - 135, w * 0.24, wall, traits.material) +
    gableEdge(x, x + w, BASE - 135, w * 0.24, roof)
  );
}

function ranch(draft: Draft): string {
  const { traits, wall, roof, door, random } = draft;
  return [
    wallOf(traits.material, 110, BASE - 135, 560, 135, wall, random),
    roofPlane({ left: 84, right: 700, base: BASE - 132, tall: 96, inset: 90, color: roof }),
    houseWindow(150, BASE - 104, 108, 66, traits.light, 3),
    houseWindow(300, BASE - 104, 70, 66, traits.light),
    frontDoor(430, BASE, 50, 104, door, traits.light),
    houseWindow(510, BASE - 104, 64, 66, traits.light),
    rect(404, BASE - 126, 10, 126, "#f3f1ec") + rect(496, BASE - 126, 10, 126, "#f3f1ec"),
    garageWing(draft, 600),
  ].join("");
}

function twoStory(draft: Draft): string {
  const { traits, wall, roof, door, random } = draft;
  const upper = [160, 290, 440].map((x) => houseWindow(x, BASE - 222, 62, 70, traits.light));
  return [
    wallOf(traits.material, 120, BASE - 250, 460, 250, wall, random),
    roofPlane({ left: 96, right: 604, base: BASE - 248, tall: 92, inset: 74, color: roof }),
    ...upper,
    gable(390, 580, BASE - 250, 76, wall, traits.material) + gableEdge(390, 580, BASE - 250, 76, roof),
    houseWindow(156, BASE - 108, 110, 72, traits.light, 3),
    houseWindow(440, BASE - 108, 70, 72, traits.light),
    frontDoor(334, BASE, 54, 106, door, traits.light),
    roofPlane({ left: 296, right: 426, base: BASE - 120, tall: 26, inset: 24, color: roof }),
    rect(306, BASE - 118, 11, 118, "#f3f1ec") + rect(405, BASE - 118, 11, 118, "#f3f1ec"),
    garageWing(draft, 560),
  ].join("");
}

function craftsman(draft: Draft): string {
  const { traits, wall, roof, door, random } = draft;
  const posts = [140, 300, 468].map(
    (x) =>
      rect(x - 14, BASE - 52, 40, 52, "#8f8a81") +
      polygon(
        [
          [x - 4, BASE - 52],
          [x + 16, BASE - 52],
          [x + 12, BASE - 128],
          [x, BASE - 128],
        ],
        "#f3f1ec",
      ),
  );
  return [
    wallOf(traits.material, 110, BASE - 150, 500, 150, wall, random),
    roofPlane({ left: 86, right: 636, base: BASE - 148, tall: 120, inset: 60, color: roof }),
    wallOf(traits.material, 250, BASE - 238, 130, 60, wall, random) +
      houseWindow(282, BASE - 228, 66, 42, traits.light, 3) +
      gable(250, 380, BASE - 236, 44, wall, traits.material) +
      gableEdge(250, 380, BASE - 236, 44, roof),
    houseWindow(176, BASE - 114, 92, 70, traits.light, 3),
    frontDoor(350, BASE, 54, 108, door, traits.light),
    houseWindow(510, BASE - 108, 56, 64, traits.light),
    rect(104, BASE - 138, 408, 16, "#f3f1ec"),
    ...posts,
    rect(104, BASE - 8, 408, 14, "#b3aca2"),
    garageWing(draft, 580),
  ].join("");
}

function modern(draft: Draft): string {
  const { traits, wall, roof, door, random } = draft;
  const bays = traits.garageBays;
  return [
    wallOf(traits.material, 130, BASE - 260, 330, 260, wall, random),
    polygon(
      [
        [104, BASE - 276],
        [488, BASE - 300],
        [488, BASE - 278],
        [104, BASE - 254],
      ],
      roof,
    ),
    wallOf("board and batten", 430, BASE - 160, 200 + bays * 90, 160, "#8a6546", random),
    rect(412, BASE - 176, 236 + bays * 90, 20, roof),
    houseWindow(160, BASE - 226, 180, 72, traits.light, 3, "#2f3134"),
    houseWindow(160, BASE - 122, 130, 110, traits.light, 2, "#2f3134"),
    houseWindow(372, BASE - 226, 54, 72, traits.light, 1, "#2f3134"),
    frontDoor(340, BASE, 62, 118, door, traits.light),
    ...Array.from({ length: bays }, (_, i) =>
      garageDoor(600 + i * 96, BASE - 108, 84, 108, "#4a4e53", traits.light),
    ),
    houseWindow(470, BASE - 122, 84, 80, traits.light, 1, "#2f3134"),
  ].join("");
}

function cabin(draft: Draft): string {
  const { traits, wall, roof, door, random } = draft;
  return [
    rect(570, BASE - 300, 42, 160, "#8f8a81"),
    wallOf(traits.material, 270, BASE - 150, 400, 150, wall, random),
    gable(270, 670, BASE - 150, 176, wall, traits.material),
    gableEdge(270, 670, BASE - 150, 176, roof),
    polygon(
      [
        [410, BASE - 160],
        [530, BASE - 160],
        [530, BASE - 205],
        [470, BASE - 258],
        [410, BASE - 205],
      ],
      traits.light === "day" ? "#7fa3bd" : "#ffd987",
      'stroke="#f3efe6" stroke-width="6"',
    ),
    lines(
      [
        [
          [470, BASE - 256],
          [470, BASE - 160],
        ],
      ],
      "#f3efe6",
      5,
    ),
    houseWindow(310, BASE - 110, 80, 66, traits.light),
    houseWindow(550, BASE - 110, 80, 66, traits.light),
    frontDoor(444, BASE, 54, 106, door, traits.light),
    rect(240, BASE - 8, 460, 18, "#8a6546"),
    ...[250, 400, 534, 680].map((x) => rect(x, BASE - 50, 9, 50, "#6b4a31")),
    rect(250, BASE - 52, 152, 7, "#6b4a31") + rect(538, BASE - 52, 150, 7, "#6b4a31"),
  ].join("");
}

function townhouse({ traits, wall, roof, door, random }: Draft): string {
  return [0, 1, 2]
    .map((unit) => {
      const x = 130 + unit * 254;
      const tone = shade(wall, [0, -0.14, 0.16][unit]!);
      return [
        wallOf(traits.material, x, BASE - 262, 254, 262, tone, random),
        houseWindow(x + 30, BASE - 232, 72, 72, traits.light) +
          houseWindow(x + 148, BASE - 232, 72, 72, traits.light),
        gable(x, x + 254, BASE - 262, 86, tone, traits.material) +
          gableEdge(x + 4, x + 250, BASE - 262, 86, roof),
        garageDoor(x + 24, BASE - 100, 112, 100, "#f1efe9", traits.light),
        frontDoor(x + 172, BASE, 48, 104, unit === 1 ? shade(door, 0.2) : door, traits.light),
        rect(x + 158, BASE - 124, 76, 10, roof),
      ].join("");
    })
    .join("");
}

function condo({ traits, wall, roof, door, random }: Draft): string {
  const floors = [0, 1, 2].flatMap((floor) =>
    [0, 1, 2, 3].map((bay) => {
      const x = 165 + bay * 182;
      const y = BASE - 108 - floor * 108;
      if (floor === 0 && bay === 1) return frontDoor(x + 44, BASE, 68, 98, door, traits.light);
      const rail = Array.from({ length: 10 }, (_, i) => rect(x - 8 + i * 15.6, y + 62, 3, 32, "#3b3d40"));
      return (
        houseWindow(x + 10, y + 14, 124, 76, traits.light, 3) +
        (floor > 0
          ? rect(x - 12, y + 92, 168, 9, "#8b8f93") + rail.join("") + rect(x - 10, y + 58, 160, 6, "#3b3d40")
          : "")
      );
    }),
  );
  return (
    wallOf(traits.material, 130, BASE - 340, 764, 340, wall, random) +
    rect(112, BASE - 362, 800, 26, roof) +
    floors.join("")
  );
}

function manufactured({ traits, wall, roof, door, random }: Draft): string {
  return [
    wallOf(traits.material, 130, BASE - 128, 700, 108, wall, random),
    wallOf("metal", 130, BASE - 22, 700, 22, "#c9c5bc", random),
    roofPlane({ left: 108, right: 852, base: BASE - 126, tall: 56, inset: 24, color: roof }),
    ...[180, 300, 590, 710].map((x) => houseWindow(x, BASE - 104, 74, 52, traits.light)),
    frontDoor(460, BASE - 20, 50, 94, door, traits.light),
    rect(420, BASE - 20, 130, 10, "#8a6546") + rect(436, BASE - 10, 98, 10, "#9c7654"),
    ...[420, 540].map((x) => rect(x, BASE - 60, 8, 60, "#8a6546")),
  ].join("");
}

/** How each style is drawn. */
export const STYLES = {
  ranch,
  "two-story": twoStory,
  craftsman,
  modern,
  cabin,
  townhouse,
  condo,
  manufactured,
};
