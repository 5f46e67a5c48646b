import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { type RoomType, roomTypes } from "../../vocabulary/room-types.ts";
import type { SeenRoom } from "../objects/rooms-of-things.ts";
import type { PhotoReading } from "./attributes-of.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import type { Reading } from "./read-words.ts";

export type RoomGuess = {
  type: RoomType;
  confidence: number;
  from: "caption" | "image_of" | "measured" | "seen";
};

const BOTH_AGREE = 0.98;
const IMAGE_OF_STATES = 0.95;
/** A caption may mention another room than the one shown. */
const CAPTION_STATES = 0.85;
/** The caption names only things that are typical of the room: "island with seating". */
const CAPTION_SUGGESTS = 0.55;
const CONTRADICTED = 0.75;
/** The factor for a stated room in which the detector sees another one; the MLS is never overridden. */
const LOOKS_OTHERWISE = 0.8;
/** A detector's guess counts beside a stated room from this confidence on. */
const SURE = 0.7;
/** Of what is uncertain of a stated room, the part that remains when the detector sees the same. */
const DOUBT_LEFT = 0.3;
/** Rooms that are often one: things of another of them do not contradict. So it is with cars in front of garages. */
const OPEN_PLANS: RoomType[][] = [
  ["kitchen", "living_room", "other"],
  ["exterior", "garage"],
];
/** Pixels identify an indoor photo, but not its room: `other`, with low confidence. */
const UNKNOWN = 0.3;
/** The strength at which measured outdoor attributes decide. */
const CLEAR = 0.5;

/**
 * The room shown: by `ImageOf`, else by the caption, else by the things that the detector sees; the pixels only
 * identify the outdoors.
 */
export function roomOf(reading: PhotoReading, looks: Measured, seen: SeenRoom | null = null): RoomGuess {
  const stated = statedRoom(reading);
  if (stated) return { ...stated, confidence: besideThings(stated, seen) };
  const outdoors = looks.exterior ?? 0;
  const guesses: RoomGuess[] = [{ type: "other", confidence: UNKNOWN, from: "measured" }];
  if (outdoors >= CLEAR) guesses.push({ type: "exterior", confidence: outdoors * 0.85, from: "measured" });
  if (seen) guesses.push({ ...seen, from: "seen" });
  return guesses.reduce((best, each) => (each.confidence > best.confidence ? each : best));
}

function statedRoom({ caption, imageOf }: PhotoReading): RoomGuess | null {
  const stated = typeOf(imageOf);
  const captioned = typeOf(caption);
  if (stated) {
    const confidence = captioned === stated ? BOTH_AGREE : captioned ? CONTRADICTED : IMAGE_OF_STATES;
    return { type: stated, confidence, from: "image_of" };
  }
  if (captioned) return { type: captioned, confidence: CAPTION_STATES, from: "caption" };
  const suggested = strongest(caption);
  return suggested ? { type: suggested, confidence: CAPTION_SUGGESTS, from: "caption" } : null;
}

/** The confidence of a stated room, with what the detector sees. */
function besideThings({ type, confidence }: RoomGuess, seen: SeenRoom | null): number {
  if (!seen || seen.confidence < SURE) return confidence;
  if (seen.type === type) return 1 - (1 - confidence) * DOUBT_LEFT;
  const isOpen = OPEN_PLANS.some((plan) => plan.includes(type) && plan.includes(seen.type));
  return isOpen ? confidence : confidence * LOOKS_OTHERWISE;
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
