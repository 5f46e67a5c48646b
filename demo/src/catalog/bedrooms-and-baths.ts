import type { BathroomTraits } from "../../drawings/bathroom.ts";
import type { BedroomTraits } from "../../drawings/bedroom.ts";
import type { ColorName } from "../../drawings/color.ts";
import { cycle, type PhotoDraft, sentence, slug, spoken } from "./draft.ts";

const BEDROOM_WALLS: ColorName[] = [
  "blue",
  "white",
  "sage",
  "light gray",
  "cream",
  "navy",
  "pink",
  "light blue",
  "beige",
  "lavender",
  "white",
  "yellow",
  "gray",
  "blue",
  "teal",
  "cream",
  "light gray",
  "terracotta",
  "beige",
  "green",
];
const PRIMARY_WALLS: ColorName[] = [
  "light gray",
  "white",
  "blue",
  "beige",
  "sage",
  "navy",
  "cream",
  "gray",
  "white",
  "teal",
  "light blue",
  "charcoal",
];
const BEDDING: ColorName[] = [
  "white",
  "navy",
  "gray",
  "cream",
  "dark green",
  "light blue",
  "red",
  "lavender",
  "terracotta",
];
const FLOORS: [BedroomTraits["floor"], ColorName][] = [
  ["carpet", "beige"],
  ["hardwood", "oak"],
  ["carpet", "light gray"],
  ["hardwood", "walnut"],
];

function bedroom(wall: ColorName, i: number, primary: boolean): PhotoDraft {
  const [floor, floorColor] = cycle(FLOORS, primary ? i + 1 : i);
  const bedding = cycle(BEDDING, i * 2 + (primary ? 1 : 0));
  const traits: BedroomTraits = {
    subject: "bedroom",
    primary,
    wall,
    bedding,
    headboard: cycle(["walnut", "oak", "white", "dark wood", "gray"] as const, i),
    floor,
    floorColor,
    light: i % 8 === 6 ? "evening" : "day",
    mirrored: i % 2 === 1,
  };
  const room = primary ? "primary bedroom" : "bedroom";
  const under = floor === "carpet" ? "carpet" : "hardwood floor";
  const when = traits.light === "evening" ? ", lamps lit in the evening" : "";
  const captions = [
    `${spoken(wall)} ${room} with ${spoken(bedding)} bedding`,
    `${spoken(wall)} ${room} with ${under} and two windows`,
    primary
      ? `${room} with ${spoken(wall)} walls, ceiling fan and bench`
      : `${room} with ${spoken(wall)} walls and ${under}`,
  ];
  const name = `${primary ? "primary-bedroom" : "bedroom"}-${slug(wall)}`;
  return {
    name,
    imageOf: primary ? "Master Bedroom" : "Bedroom",
    caption: sentence(cycle(captions, i)) + when,
    traits,
  };
}

export function bedrooms(): PhotoDraft[] {
  return [
    ...BEDROOM_WALLS.map((wall, i) => bedroom(wall, i, false)),
    ...PRIMARY_WALLS.map((wall, i) => bedroom(wall, i, true)),
  ];
}

function bathroom(i: number, primary: boolean): PhotoDraft {
  const traits: BathroomTraits = {
    subject: "bathroom",
    primary,
    wall: cycle(["light gray", "white", "sage", "cream", "light blue", "beige", "white"] as const, i),
    vanity: cycle(
      ["white", "navy", "oak", "dark wood", "gray", "sage", "walnut", "white"] as const,
      i + (primary ? 2 : 0),
    ),
    tile: cycle(
      ["white", "light gray", "blue", "beige", "white", "teal", "charcoal", "green"] as const,
      i * 3 + (i >> 3) * 2 + (primary ? 1 : 0),
    ),
    bath: i % 2 ? "shower" : "tub",
    floorColor: cycle(["gray", "beige", "light gray", "charcoal", "tan"] as const, i),
    mirrored: i % 3 === 1,
  };
  const vanity = spoken(traits.vanity);
  const tile = spoken(traits.tile);
  const shower = `glass shower and ${tile} tile`;
  const captions = primary
    ? traits.bath === "tub"
      ? [
          `primary bath with freestanding tub under the window and ${vanity} double vanity`,
          `soaking tub, ${tile} tile and ${vanity} double vanity in the primary bath`,
        ]
      : [
          `primary bath with ${shower}, ${vanity} double vanity`,
          `${vanity} double vanity and walk-in glass shower with ${tile} tile`,
        ]
    : traits.bath === "tub"
      ? [
          `bathroom with ${vanity} vanity, tub and ${tile} tile`,
          `tub with ${tile} tile surround and ${vanity} vanity`,
        ]
      : [
          `bathroom with ${shower}, ${vanity} vanity`,
          `${tile} tile shower with glass doors and ${vanity} vanity`,
        ];
  const name = `${primary ? "primary-bath" : "bath"}-${slug(traits.tile)}-${traits.bath}`;
  return {
    name,
    imageOf: primary ? "Master Bathroom" : "Bathroom",
    caption: sentence(cycle(captions, i >> 1)),
    traits,
  };
}

export function bathrooms(): PhotoDraft[] {
  return [
    ...Array.from({ length: 16 }, (_, i) => bathroom(i, false)),
    ...Array.from({ length: 11 }, (_, i) => bathroom(i, true)),
  ];
}
