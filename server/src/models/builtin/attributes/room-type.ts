import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { type RoomType, roomTypes } from "../../vocabulary/room-types.ts";
import type { PhotoReading } from "./attributes-of.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import type { Reading } from "./read-words.ts";

export type RoomGuess = { type: RoomType; confidence: number; from: "caption" | "image_of" | "measured" };

const BOTH_AGREE = 0.98;
const IMAGE_OF_STATES = 0.95;
/** A caption may mention another room than the one shown. */
const CAPTION_STATES = 0.85;
/** The caption names only things that are typical of the room: "island with seating". */
const CAPTION_SUGGESTS = 0.55;
const CONTRADICTED = 0.75;
/** Pixels identify an indoor photo, but not its room: `other`, with low confidence. */
const UNKNOWN = 0.3;
/** The strength at which measured outdoor attributes decide. */
const CLEAR = 0.5;

/** The room shown: by `ImageOf`, else by the caption; the pixels only identify the outdoors. */
export function roomOf({ caption, imageOf }: PhotoReading, looks: Measured): RoomGuess {
  const stated = typeOf(imageOf);
  const captioned = typeOf(caption);
  if (stated) {
    const confidence = captioned === stated ? BOTH_AGREE : captioned ? CONTRADICTED : IMAGE_OF_STATES;
    return { type: stated, confidence, from: "image_of" };
  }
  if (captioned) return { type: captioned, confidence: CAPTION_STATES, from: "caption" };
  const suggested = strongest(caption);
  if (suggested) return { type: suggested, confidence: CAPTION_SUGGESTS, from: "caption" };
  const outdoors = looks.exterior ?? 0;
  if (outdoors >= CLEAR) return { type: "exterior", confidence: outdoors * 0.85, from: "measured" };
  return { type: "other", confidence: UNKNOWN, from: "measured" };
}

/** The probability of each room type; the sum is 1. */
export function roomConfidences(guess: RoomGuess): Map<RoomType, number> {
  const rest = (1 - guess.confidence) / (roomTypes.length - 1);
  return new Map(roomTypes.map((type) => [type, type === guess.type ? guess.confidence : rest]));
}

/** The type of the first named room; "house" only counts without other rooms. */
function typeOf({ rooms }: Reading): RoomType | undefined {
  const first = rooms.find((room) => room !== "house" && room !== "interior") ?? rooms[0];
  return first === undefined ? undefined : attribute(first).type;
}

/** The room type that the named things suggest most. */
function strongest({ attributes }: Reading): RoomType | undefined {
  const suggested = [...attributes]
    .filter(([key]) => attribute(key).category === "room")
    .sort(([, one], [, other]) => other - one);
  return suggested[0] && attribute(suggested[0][0]).type;
}
