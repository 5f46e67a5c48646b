import type { Random } from "../src/random.ts";
import type { Light } from "./fixtures.ts";
import {
  cityLights,
  crops,
  fairway,
  HORIZON,
  lake,
  pastureFence,
  river,
  sagebrush,
  slopes,
  stakes,
} from "./landscape-scenes.ts";
import { ground, nightfall, pine, ridge, type Season, sky, tree, type Yard } from "./surroundings.ts";
import { ellipse, glow, picture } from "./svg.ts";

export type LandscapeTraits = {
  subject: "landscape";
  scene:
    | "sagebrush"
    | "pasture"
    | "pines"
    | "farmland"
    | "building lot"
    | "mountains"
    | "river"
    | "lake"
    | "city lights"
    | "ski slopes"
    | "foothills"
    | "golf course";
  season: Season;
  light: Light;
  mirrored: boolean;
};

const GROUNDS: Record<LandscapeTraits["scene"], Yard> = {
  sagebrush: "dry grass",
  pasture: "lawn",
  pines: "lawn",
  farmland: "lawn",
  "building lot": "dry grass",
  mountains: "lawn",
  river: "lawn",
  lake: "lawn",
  "city lights": "dry grass",
  "ski slopes": "snow",
  foothills: "dry grass",
  "golf course": "lawn",
};

export function drawLandscape({ scene, season, light, mirrored }: LandscapeTraits, random: Random): string {
  const snowy = season === "winter";
  const yard = snowy ? "snow" : GROUNDS[scene];
  const alpine = scene === "mountains" || scene === "lake" || scene === "ski slopes" || scene === "pines";
  const golden = scene === "foothills" || scene === "sagebrush" || season === "autumn";
  const stand = [
    [40, 560, 300],
    [140, 470, 230],
    [230, 420, 190],
    [330, 392, 150],
    [690, 398, 160],
    [800, 440, 220],
    [900, 500, 270],
    [985, 600, 340],
  ];
  const scenes: Partial<Record<LandscapeTraits["scene"], () => string>> = {
    river: () => river(random),
    lake,
    farmland: crops,
    sagebrush: () => sagebrush(random),
    "building lot": stakes,
    pasture: pastureFence,
    "city lights": () => cityLights(random),
    "ski slopes": slopes,
    "golf course": fairway,
    pines: () => stand.map(([x, y, tall]) => pine(x!, y!, tall!, snowy)).join(""),
    mountains: () =>
      stand
        .filter((_, i) => i % 3 === 0)
        .map(([x, y, tall]) => pine(x!, y!, tall! * 0.7, snowy))
        .join(""),
    foothills: () =>
      ridge(470, 110, "#cbb06a", random, false) +
      ridge(560, 90, "#b99a52", random, false) +
      sagebrush(random),
  };
  return picture(
    [
      sky(HORIZON - 20, light, random, snowy && light === "day"),
      light === "evening" ? glow("sun", "#ffdf9a") + ellipse(720, HORIZON - 60, 230, 170, "url(#sun)") : "",
      ridge(HORIZON + 10, alpine ? 280 : 150, snowy ? "#b9c9d8" : "#7f9bb3", random, true, true),
      ridge(
        HORIZON + 14,
        alpine ? 120 : 100,
        snowy ? "#d3dee6" : golden ? "#c9b06c" : "#7fa274",
        random,
        false,
      ),
      scene === "river" || scene === "golf course"
        ? [70, 180, 300, 780, 890, 970]
            .map((x, i) =>
              i % 2 ? pine(x, HORIZON + 12, 130, snowy) : tree(x, HORIZON + 14, 140, season, random),
            )
            .join("")
        : "",
      ground(HORIZON, yard, random),
      scene === "city lights" ? nightfall(light) : "",
      scenes[scene]?.() ?? "",
      scene === "river"
        ? [
            [90, 640, 260],
            [930, 620, 280],
          ]
            .map(([x, y, t]) => pine(x!, y!, t!, snowy))
            .join("")
        : "",
      scene === "city lights" ? "" : nightfall(light),
    ].join(""),
    mirrored,
  );
}
