import type { AerialTraits } from "../../drawings/aerial.ts";
import type { BackyardTraits } from "../../drawings/backyard.ts";
import type { Material } from "../../drawings/cladding.ts";
import type { ColorName } from "../../drawings/color.ts";
import type { LandscapeTraits } from "../../drawings/landscape.ts";
import { cycle, type PhotoDraft, sentence, slug, spoken } from "./draft.ts";

const WALLS: [Material, ColorName][] = [
  ["brick", "brick"],
  ["lap siding", "gray"],
  ["lap siding", "white"],
  ["stucco", "tan"],
  ["log", "honey oak"],
  ["lap siding", "sage"],
  ["stone", "stone"],
  ["lap siding", "navy"],
];
const IMAGE_OF = {
  house: "Back of Structure",
  patio: "Patio",
  deck: "Deck",
  lawn: "Yard",
  garden: "Garden",
} as const;

const BACKYARDS: [
  BackyardTraits["focus"],
  BackyardTraits["extra"],
  BackyardTraits["season"],
  BackyardTraits["light"],
][] = [
  ...Array.from(
    { length: 8 },
    (
      _,
      i,
    ): [
      BackyardTraits["focus"],
      BackyardTraits["extra"],
      BackyardTraits["season"],
      BackyardTraits["light"],
    ] => ["house", "none", i % 3 === 2 ? "autumn" : "summer", i === 4 ? "evening" : "day"],
  ),
  ["patio", "none", "summer", "day"],
  ["patio", "pergola", "summer", "day"],
  ["patio", "fire pit", "summer", "evening"],
  ["patio", "hot tub", "summer", "day"],
  ["patio", "pergola", "autumn", "day"],
  ["patio", "fire pit", "autumn", "day"],
  ["patio", "none", "autumn", "day"],
  ["patio", "hot tub", "summer", "evening"],
  ["patio", "fire pit", "summer", "day"],
  ["deck", "none", "summer", "day"],
  ["deck", "hot tub", "summer", "day"],
  ["deck", "none", "autumn", "day"],
  ["deck", "hot tub", "autumn", "evening"],
  ["deck", "none", "summer", "evening"],
  ["deck", "pergola", "summer", "day"],
  ["deck", "none", "summer", "day"],
  ["lawn", "none", "summer", "day"],
  ["lawn", "none", "autumn", "day"],
  ["lawn", "fire pit", "summer", "day"],
  ["lawn", "none", "winter", "day"],
  ["lawn", "none", "summer", "day"],
  ["garden", "none", "summer", "day"],
  ["garden", "none", "autumn", "day"],
  ["garden", "none", "summer", "day"],
];

function backyardCaption(t: BackyardTraits): string {
  const wall =
    t.material === "lap siding"
      ? `${spoken(t.color)} siding`
      : t.material === "stucco"
        ? `${spoken(t.color)} stucco`
        : t.material;
  const seating = t.extra === "none" ? "table and umbrella" : `table, umbrella and ${t.extra}`;
  const fence = t.fence ? " and wood fence" : "";
  const when = t.light === "evening" ? " at dusk" : t.season === "autumn" ? " in autumn" : "";
  const captions = {
    house: `back of ${wall} home with sliding door, lawn${t.fence ? " and fence" : ""}${when}`,
    patio:
      t.extra === "fire pit"
        ? `paver patio with fire pit and ${t.fence ? "fenced lawn" : "lawn"}${when}`
        : `paver patio with ${seating}${when}`,
    deck: `wood deck with railing, ${seating}${when}`,
    lawn:
      t.season === "winter"
        ? `snow-covered yard with trees${fence}`
        : `green lawn with trees${t.extra === "fire pit" ? ", fire pit" : ""}${fence}${when}`,
    garden: `garden with raised beds${fence}${when}`,
  };
  return sentence(captions[t.focus]);
}

export function backyards(): PhotoDraft[] {
  return BACKYARDS.map(([focus, extra, season, light], i) => {
    const [material, color] = cycle(WALLS, i);
    const traits: BackyardTraits = {
      subject: "backyard",
      focus,
      extra,
      material,
      color,
      yard: season === "winter" ? "snow" : "lawn",
      fence: focus === "lawn" || focus === "garden" ? i % 3 !== 2 : focus === "deck" ? false : i % 2 === 0,
      season,
      light,
      mirrored: i % 2 === 1,
    };
    return {
      name:
        focus === "house" ? `back-${slug(color)}` : slug(`${focus}${extra === "none" ? "" : `-${extra}`}`),
      imageOf: IMAGE_OF[focus],
      caption: backyardCaption(traits),
      traits,
    };
  });
}

type Scene = LandscapeTraits["scene"];

const CAPTIONS: Record<Scene, string> = {
  sagebrush: "Open sagebrush land with mountain views",
  pasture: "Green pasture with horses and wood fence",
  pines: "Lot with pine trees and mountains",
  farmland: "Farmland with crop rows and red barn",
  "building lot": "Level building lot with survey stakes and gravel drive",
  mountains: "Mountain view over green meadow",
  river: "River winding through green banks and pines",
  lake: "Lake with wood dock and mountains",
  "city lights": "City lights view at dusk",
  "ski slopes": "Ski slopes with chairlift and snow",
  foothills: "Golden foothills view with sagebrush",
  "golf course": "Golf course view with green fairway and bunkers",
};

const LANDSCAPES: [Scene, string, LandscapeTraits["season"], LandscapeTraits["light"]][] = [
  ["sagebrush", "Lot", "summer", "day"],
  ["sagebrush", "Lot", "autumn", "evening"],
  ["sagebrush", "Lot", "summer", "day"],
  ["pasture", "Lot", "summer", "day"],
  ["pasture", "Lot", "autumn", "day"],
  ["pasture", "Lot", "summer", "evening"],
  ["pines", "Lot", "summer", "day"],
  ["pines", "Lot", "winter", "day"],
  ["pines", "Lot", "summer", "day"],
  ["building lot", "Lot", "summer", "day"],
  ["building lot", "Lot", "summer", "day"],
  ["building lot", "Lot", "summer", "evening"],
  ["farmland", "Lot", "summer", "day"],
  ["farmland", "View", "summer", "day"],
  ["mountains", "View", "summer", "day"],
  ["mountains", "View", "winter", "day"],
  ["mountains", "View", "summer", "evening"],
  ["mountains", "View", "autumn", "day"],
  ["city lights", "View", "summer", "evening"],
  ["city lights", "View", "summer", "evening"],
  ["ski slopes", "View", "winter", "day"],
  ["ski slopes", "View", "winter", "day"],
  ["foothills", "View", "summer", "day"],
  ["foothills", "View", "summer", "evening"],
  ["golf course", "View", "summer", "day"],
  ["golf course", "View", "autumn", "day"],
  ["river", "Waterfront", "summer", "day"],
  ["river", "Waterfront", "autumn", "day"],
  ["river", "Waterfront", "summer", "evening"],
  ["lake", "Waterfront", "summer", "day"],
  ["lake", "Waterfront", "summer", "evening"],
  ["lake", "Waterfront", "summer", "day"],
];

export function landscapes(): PhotoDraft[] {
  return LANDSCAPES.map(([scene, imageOf, season, light], i) => {
    const traits: LandscapeTraits = { subject: "landscape", scene, season, light, mirrored: i % 2 === 1 };
    const winter = season === "winter" && scene !== "ski slopes";
    const spokenScene =
      winter && scene === "mountains"
        ? "Snowy mountain view with pines"
        : winter
          ? "Snow-covered lot with pine trees"
          : CAPTIONS[scene];
    const when =
      light === "evening" && scene !== "city lights" ? " at sunset" : season === "autumn" ? " in autumn" : "";
    return { name: slug(scene), imageOf, caption: spokenScene + when, traits };
  });
}

const AERIALS: [AerialTraits["place"], string][] = [
  ["neighborhood", "Aerial view of homes, streets and yards"],
  ["neighborhood", "Aerial view of the neighborhood streets"],
  ["acreage", "Aerial view of acreage with fields, home and red barn"],
  ["acreage", "Aerial view of home, fields and pivot circle"],
  ["river", "Aerial view of the river and homes among trees"],
  ["lake", "Aerial view of the lake shore with docks"],
  ["forest", "Aerial view of home in a forest clearing"],
  ["downtown", "Aerial view of downtown blocks"],
];

export function aerials(): PhotoDraft[] {
  return AERIALS.map(([place, caption], i) => ({
    name: `aerial-${place}`,
    imageOf: "Aerial View",
    caption,
    traits: { subject: "aerial", place, mirrored: i % 2 === 1 },
  }));
}
