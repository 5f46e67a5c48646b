import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { type RoomType, roomTypes } from "../../vocabulary/room-types.ts";
import type { PhotoReading } from "./attributes-of.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import type { Reading } from "./read-words.ts";

export type RoomGuess = { type: RoomType; confidence: number; from: "caption" | "image_of" | "measured" };

const BOTH_SAY = 0.98;
const IMAGE_OF_SAYS = 0.95;
/** A caption may speak of one room and show another. */
const CAPTION_SAYS = 0.85;
/** A caption names only what is found in such a room: "island with seating". */
const CAPTION_SUGGESTS = 0.55;
const CONTRADICTED = 0.75;
/** That it is indoors can be seen, which room it is cannot: `other`, and hardly sure. */
const UNKNOWN = 0.3;
/** From here on pixels say "outdoors" loudly enough. */
const CLEAR = 0.5;

/** Which room is shown: by `ImageOf`, else by the caption, else, for the outdoors alone, by the pixels. */
export function roomOf({ caption, imageOf }: PhotoReading, looks: Measured): RoomGuess {
  const stated = typeOf(imageOf);
  const captioned = typeOf(caption);
  if (stated) {
    const confidence = captioned === stated ? BOTH_SAY : captioned ? CONTRADICTED : IMAGE_OF_SAYS;
    return { type: stated, confidence, from: "image_of" };
  }
  if (captioned) return { type: captioned, confidence: CAPTION_SAYS, from: "caption" };
  const suggested = strongest(caption);
  if (suggested) return { type: suggested, confidence: CAPTION_SUGGESTS, from: "caption" };
  const outdoors = looks.exterior ?? 0;
  if (outdoors >= CLEAR) return { type: "exterior", confidence: outdoors * 0.85, from: "measured" };
  return { type: "other", confidence: UNKNOWN, from: "measured" };
}

/** How likely each type of room is; together 1. */
export function roomConfidences(guess: RoomGuess): Map<RoomType, number> {
  const rest = (1 - guess.confidence) / (roomTypes.length - 1);
  return new Map(roomTypes.map((type) => [type, type === guess.type ? guess.confidence : rest]));
}

/** Of the room that is named first; a house is named wherever its rooms are. */
function typeOf({ rooms }: Reading): RoomType | undefined {
  const first = rooms.find((room) => room !== "house" && room !== "interior") ?? rooms[0];
  return first === undefined ? undefined : attribute(first).type;
}

/** The type of the room that things in it suggest most. */
function strongest({ attributes }: Reading): RoomType | undefined {
  const suggested = [...attributes]
    .filter(([key]) => attribute(key).category === "room")
    .sort(([, one], [, other]) => other - one);
  return suggested[0] && attribute(suggested[0][0]).type;
}
