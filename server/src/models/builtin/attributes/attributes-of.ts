import type { PhotoInput } from "../../models.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { colorNames } from "./pixels/color-names.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import { type Reading, readWords } from "./read-words.ts";

/** Something that is true of a photo, how strongly (0 to 1), and who says so. */
export type PhotoAttribute = {
  name: string;
  strength: number;
  from: "caption" | "image_of" | "measured";
};

export type PhotoReading = {
  /** By name, whoever says it most strongly. */
  attributes: Map<string, PhotoAttribute>;
  caption: Reading;
  imageOf: Reading;
};

/** A room that a caption names besides the one that is shown: "kitchen, open to the living room". */
const IN_SIGHT = 0.4;
/** What pixels say, beside what people say: often right, by chance now and then. */
const TRUST_IN_PIXELS = 0.6;
/** How much is left of what a caption says and pixels should show, but do not. */
const CONTRADICTED = 0.7;

/** Attributes that pixels would show: where they are captioned and not to be seen, something small is meant. */
const visible = new Set([...colorNames, "bright", "dark", "warm", "cool", "greenery", "lawn"]);

const PLACES = new Set(["exterior", "interior"]);
const OUTDOORS = new Set(["sky", "greenery", "lawn", "trees", "water", "snow", "dusk"]);

/** Puts together what the MLS says of a photo and what its pixels show: the MLS first, pixels confirm or contradict. */
export function combine(
  { caption, imageOf }: Pick<PhotoInput, "caption" | "imageOf">,
  looks: Measured,
): PhotoReading {
  // RESO writes MasterBedroom as a lookup's name, Master Bedroom as its value.
  const of = readWords((imageOf ?? "").replace(/(?<=[a-z])(?=[A-Z])/g, " "));
  const said = readWords(caption ?? "", of.rooms[0]);
  const attributes = new Map<string, PhotoAttribute>();
  const add = (name: string, strength: number, from: PhotoAttribute["from"]) => {
    const known = attributes.get(name);
    if (!known || known.strength < strength) attributes.set(name, { name, strength, from });
  };
  for (const [name, strength] of of.attributes) add(name, strength, "image_of");
  const shown = of.rooms[0] ?? said.rooms[0];
  for (const [name, strength] of said.attributes) add(name, strength * inPlace(name, shown), "caption");
  for (const [name, strength] of Object.entries(looks)) {
    // What the pixels make of the place gives way to what the MLS says it is.
    if (shown && (PLACES.has(name) || (OUTDOORS.has(name) && attribute(shown).type !== "exterior"))) continue;
    add(name, strength * TRUST_IN_PIXELS, "measured");
  }
  for (const each of attributes.values()) {
    if (each.from !== "measured" && visible.has(each.name) && !looks[each.name])
      each.strength *= CONTRADICTED;
  }
  return { attributes, caption: said, imageOf: of };
}

function inPlace(name: string, shown: string | undefined): number {
  const { type } = attribute(name);
  if (type === undefined || shown === undefined || attribute(shown).type === type) return 1;
  return IN_SIGHT;
}
