import type { PhotoInput } from "../../models.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { type Seen, seenAttributes } from "../objects/seen.ts";
import { colorNames } from "./pixels/color-names.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import { type Reading, readWords } from "./read-words.ts";

/** An attribute of a photo, with its strength (0 to 1) and its source; `seen`: by the object detector. */
export type PhotoAttribute = {
  name: string;
  strength: number;
  from: "caption" | "image_of" | "measured" | "seen";
};

export type PhotoReading = {
  /** By key, from the source with the highest strength. */
  attributes: Map<string, PhotoAttribute>;
  caption: Reading;
  imageOf: Reading;
};

/** A room named in a caption besides the one shown: "kitchen, open to the living room". */
const IN_SIGHT = 0.4;
/** The weight of measured attributes beside stated ones: mostly right, sometimes by chance. */
const TRUST_IN_PIXELS = 0.6;
/** The factor for a captioned attribute that should be measurable but is not found. */
const CONTRADICTED = 0.7;

/** Measurable attributes: a captioned one that is not found is a small detail of the photo. */
const visible = new Set([...colorNames, "bright", "dark", "warm", "cool", "greenery", "lawn"]);

const PLACES = new Set(["exterior", "interior"]);
const OUTDOORS = new Set(["sky", "greenery", "lawn", "trees", "water", "snow", "dusk"]);

/**
 * Combines the MLS's texts with the measurements and with what the detector has seen: the MLS has precedence,
 * measurements confirm or weaken it.
 */
export function combine(
  { caption, imageOf }: Pick<PhotoInput, "caption" | "imageOf">,
  looks: Measured,
  seen: Seen | null,
): PhotoReading {
  // RESO writes MasterBedroom as the name of the lookup value, Master Bedroom as its display name.
  const of = readWords((imageOf ?? "").replace(/(?<=[a-z])(?=[A-Z])/g, " "));
  const captioned = readWords(caption ?? "", of.rooms[0]);
  const attributes = new Map<string, PhotoAttribute>();
  const add = (name: string, strength: number, from: PhotoAttribute["from"]) => {
    const known = attributes.get(name);
    if (!known || known.strength < strength) attributes.set(name, { name, strength, from });
  };
  for (const [name, strength] of of.attributes) add(name, strength, "image_of");
  const shown = statedRoomOf({ caption: captioned, imageOf: of });
  for (const [name, strength] of captioned.attributes) add(name, strength * inPlace(name, shown), "caption");
  for (const [name, strength] of Object.entries(looks)) {
    // A measured place does not override the place that the MLS states.
    if (shown && (PLACES.has(name) || (OUTDOORS.has(name) && attribute(shown).type !== "exterior"))) continue;
    add(name, strength * TRUST_IN_PIXELS, "measured");
  }
  for (const [name, strength] of Object.entries(seen ? seenAttributes(seen, shown) : {}))
    add(name, strength, "seen");
  for (const each of attributes.values()) {
    if (isStated(each) && visible.has(each.name) && !looks[each.name]) each.strength *= CONTRADICTED;
  }
  return { attributes, caption: captioned, imageOf: of };
}

/** The key of the room that `ImageOf` or else the caption names first. */
export function statedRoomOf({
  caption,
  imageOf,
}: Pick<PhotoReading, "caption" | "imageOf">): string | undefined {
  return imageOf.rooms[0] ?? caption.rooms[0];
}

export function isStated({ from }: Pick<PhotoAttribute, "from">): boolean {
  return from === "caption" || from === "image_of";
}

function inPlace(name: string, shown: string | undefined): number {
  const { type } = attribute(name);
  if (type === undefined || shown === undefined || attribute(shown).type === type) return 1;
  return IN_SIGHT;
}
