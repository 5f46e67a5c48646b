import type { Measured } from "../attributes/pixels/measure-looks.ts";
import type { Detection } from "./detection.ts";
import { roomOfThings, type SeenRoom, type SeenThings } from "./rooms-of-things.ts";
import { confidenceOf, things } from "./things.ts";

/** What a photo shows without words: its things with their probability, the room that they are evidence of. */
export type Seen = { things: SeenThings; room: SeenRoom | null; backbone: Float32Array };

const SEEN_ROOMS = ["kitchen", "bedroom", "bathroom", "living_room", "garage"];

/** Attributes that can be seen: things, and the rooms by their key in the vocabulary. */
export const seeable = [...things.map(({ key }) => key), ...SEEN_ROOMS];

/** A thing that is found several times is as probable as the clearest of them. */
export function seenIn({ things, features }: Detection, looks: Measured): Seen {
  const seen: SeenThings = {};
  for (const { key, score } of things) seen[key] = Math.max(seen[key] ?? 0, confidenceOf(score));
  return { things: seen, room: roomOfThings(seen, looks), backbone: features };
}

/** The attributes that are seen, with strength; the room only where the MLS states none. */
export function seenAttributes(
  { things, room }: Seen,
  statedRoom: string | undefined,
): Record<string, number> {
  if (statedRoom !== undefined || !room || !SEEN_ROOMS.includes(room.type)) return things;
  return { ...things, [room.type]: room.confidence };
}
