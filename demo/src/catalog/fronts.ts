import type { Material } from "../../drawings/cladding.ts";
import type { ColorName } from "../../drawings/color.ts";
import type { CommercialTraits } from "../../drawings/commercial.ts";
import type { FrontTraits } from "../../drawings/front.ts";
import { cycle, type PhotoDraft, sentence, slug, spoken } from "./draft.ts";

type Style = FrontTraits["style"];

/** Each style with its walls; bays of the garage follow a cycle where the style has one. */
const WALLS: [Style, [Material, ColorName][]][] = [
  [
    "ranch",
    [
      ["brick", "brick"],
      ["lap siding", "white"],
      ["stucco", "tan"],
      ["lap siding", "gray"],
      ["brick", "brick"],
      ["stone", "stone"],
      ["lap siding", "light blue"],
      ["board and batten", "charcoal"],
      ["lap siding", "sage"],
      ["brick", "brick"],
      ["stucco", "cream"],
      ["lap siding", "yellow"],
      ["lap siding", "beige"],
    ],
  ],
  [
    "two-story",
    [
      ["brick", "brick"],
      ["lap siding", "white"],
      ["lap siding", "gray"],
      ["stone", "stone"],
      ["lap siding", "navy"],
      ["stucco", "cream"],
      ["lap siding", "beige"],
      ["brick", "brick"],
      ["board and batten", "white"],
      ["lap siding", "sage"],
      ["lap siding", "light blue"],
      ["stucco", "tan"],
      ["lap siding", "charcoal"],
      ["brick", "brick"],
    ],
  ],
  [
    "craftsman",
    [
      ["lap siding", "sage"],
      ["lap siding", "dark green"],
      ["lap siding", "gray"],
      ["board and batten", "navy"],
      ["lap siding", "red"],
      ["stone", "stone"],
      ["lap siding", "cream"],
      ["lap siding", "brown"],
      ["brick", "brick"],
    ],
  ],
  [
    "modern",
    [
      ["stucco", "white"],
      ["board and batten", "black"],
      ["stucco", "charcoal"],
      ["stucco", "light gray"],
      ["board and batten", "white"],
    ],
  ],
  [
    "cabin",
    [
      ["log", "honey oak"],
      ["log", "oak"],
      ["board and batten", "brown"],
      ["log", "cherry"],
      ["log", "honey oak"],
    ],
  ],
  [
    "townhouse",
    [
      ["lap siding", "gray"],
      ["lap siding", "beige"],
      ["brick", "brick"],
      ["lap siding", "blue"],
    ],
  ],
  [
    "condo",
    [
      ["brick", "brick"],
      ["stucco", "tan"],
      ["lap siding", "gray"],
      ["board and batten", "charcoal"],
    ],
  ],
  [
    "manufactured",
    [
      ["lap siding", "beige"],
      ["lap siding", "white"],
      ["lap siding", "light blue"],
      ["lap siding", "gray"],
    ],
  ],
];
const BAYS: Partial<Record<Style, number[]>> = {
  ranch: [2, 2, 3, 2, 1],
  "two-story": [2, 3, 2, 3, 2],
  craftsman: [2, 2, 1, 3],
  modern: [2, 2],
  townhouse: [1],
};
const COUNT = ["", "one-car", "two-car", "three-car"];
const HOUSES: Record<Style, string> = {
  ranch: "single-story home",
  "two-story": "two-story home",
  craftsman: "craftsman home",
  modern: "modern home",
  cabin: "cabin",
  townhouse: "townhouses",
  condo: "condominium building",
  manufactured: "manufactured home",
};

function captionOf(t: FrontTraits, i: number): string {
  const material = {
    brick: "brick",
    stone: "stone",
    log: "log",
    stucco: `${spoken(t.color)} stucco`,
    "lap siding": `${spoken(t.color)} siding`,
    "board and batten": `${spoken(t.color)} board-and-batten`,
    metal: "metal",
  }[t.material];
  const yard = {
    lawn: "green lawn",
    xeriscape: "xeriscape yard with boulders",
    snow: "snow-covered yard",
    "dry grass": "natural grass",
  }[t.yard];
  const garage = t.style !== "townhouse" && t.garageBays > 0 ? ` and ${COUNT[t.garageBays]} garage` : "";
  const when =
    t.light === "evening"
      ? " at dusk"
      : t.season === "autumn"
        ? " in autumn"
        : t.season === "winter"
          ? " in winter"
          : "";
  const captions = [
    `${material} exterior with ${yard}${garage}${t.light === "evening" ? when : ""}`,
    `${material} ${HOUSES[t.style]}${garage.replace(" and", " with")}${when}`,
    `front of ${material} ${HOUSES[t.style]} with ${yard}${when}`,
  ];
  return sentence(cycle(captions, i));
}

export function fronts(): PhotoDraft[] {
  let i = 0;
  return WALLS.flatMap(([style, walls]) =>
    walls.map(([material, color], nth) => {
      const at = i++;
      const season =
        style === "cabin"
          ? cycle(["summer", "winter", "summer", "autumn"] as const, nth)
          : cycle(["summer", "summer", "autumn", "summer", "summer", "winter", "summer"] as const, at);
      const dry = at % 5 === 2 && style !== "cabin" && style !== "condo";
      const traits: FrontTraits = {
        subject: "front",
        style,
        material,
        color,
        roof: cycle(["charcoal", "brown", "charcoal", "gray"] as const, at),
        door: cycle(["navy", "red", "walnut", "black", "teal", "white", "yellow"] as const, at),
        garageBays: cycle(BAYS[style] ?? [0], nth),
        yard: season === "winter" ? "snow" : dry ? "xeriscape" : "lawn",
        season,
        light: at % 8 === 7 ? "evening" : "day",
        mirrored: at % 2 === 1,
      };
      return {
        name: `${style}-${slug(color === "brick" || color === "stone" ? material : `${color}-${material}`)}`,
        imageOf: "Front of Structure",
        caption: captionOf(traits, nth),
        traits,
      };
    }),
  );
}

const BUILDINGS: [CommercialTraits["kind"], ColorName, CommercialTraits["light"]][] = [
  ["storefront", "brick", "day"],
  ["storefront", "tan", "day"],
  ["storefront", "brick", "evening"],
  ["office building", "light gray", "day"],
  ["office building", "tan", "day"],
  ["office building", "charcoal", "evening"],
  ["warehouse", "gray", "day"],
  ["warehouse", "blue", "day"],
  ["warehouse", "cream", "day"],
  ["warehouse", "sage", "day"],
  ["shop building", "tan", "day"],
  ["shop building", "gray", "day"],
  ["shop building", "dark green", "day"],
  ["shop building", "white", "day"],
  ["barn", "red", "day"],
  ["barn", "white", "day"],
  ["barn", "brown", "day"],
];

export function buildings(): PhotoDraft[] {
  return BUILDINGS.map(([kind, color, light], i) => {
    const traits: CommercialTraits = { subject: "commercial", kind, color, light, mirrored: i % 2 === 1 };
    const caption = {
      storefront: `${spoken(color)} downtown storefronts with striped awnings`,
      "office building": `${spoken(color)} office building with rows of windows and parking`,
      warehouse: `${spoken(color)} metal warehouse with roll-up doors and parking`,
      "shop building": `${spoken(color)} metal shop with two overhead doors`,
      barn: `${spoken(color)} barn with wood fence and pasture`,
    }[kind];
    const imageOf =
      { barn: "Barn", "shop building": "Out Buildings" }[kind as string] ?? "Front of Structure";
    const when = light === "evening" ? " at dusk" : "";
    return { name: `${slug(kind)}-${slug(color)}`, imageOf, caption: sentence(caption) + when, traits };
  });
}
