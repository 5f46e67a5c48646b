import type { RoomType } from "../../vocabulary/room-types.ts";
import type { Measured } from "../attributes/pixels/measure-looks.ts";
import { things } from "./things.ts";

/** The probability of each thing in a photo, by its key. */
export type SeenThings = Record<string, number>;
export type SeenRoom = { type: RoomType; confidence: number };

/** No thing is proof: a toilet may be for sale in a garage. */
const MAX_CONFIDENCE = 0.95;
/** A sink is in kitchens too, but those show an oven, a refrigerator or a microwave. */
const BY_SINK = 0.5;
/** A dining table says that it is not one of the other rooms; it may stand in a kitchen. */
const BY_TABLE = 0.7;
/** The strength at which measured sky and plants make a car one that stands outside. */
const OUTSIDE = 0.3;

/**
 * The room that things are evidence of; null without evidence. Plain rules, none of them learned:
 * a toilet is in a bathroom; an oven, a refrigerator or a microwave in a kitchen; a bed in a bedroom; a couch or a
 * television in a living room, unless there is a bed; a car stands outside, or in a garage where neither sky nor plants
 * are measured. The strongest evidence decides.
 */
export function roomOfThings(seen: SeenThings, looks: Measured): SeenRoom | null {
  const bedroom = anyOf(seen, "bedroom");
  const kitchen = anyOf(seen, "kitchen");
  const outdoors = (looks.exterior ?? 0) >= OUTSIDE;
  const evidence: SeenRoom[] = [
    { type: "bathroom", confidence: anyOf(seen, "bathroom") },
    { type: "kitchen", confidence: kitchen },
    { type: "bedroom", confidence: bedroom },
    { type: "living_room", confidence: anyOf(seen, "living_room") * (1 - bedroom) },
    { type: outdoors ? "exterior" : "garage", confidence: anyOf(seen, "exterior") },
    { type: "bathroom", confidence: (seen.sink ?? 0) * BY_SINK * (1 - kitchen) },
    { type: "other", confidence: (seen.dining_table ?? 0) * BY_TABLE },
  ];
  const [strongest] = evidence.sort((a, b) => b.confidence - a.confidence) as [SeenRoom];
  if (strongest.confidence === 0) return null;
  return { ...strongest, confidence: Math.min(MAX_CONFIDENCE, strongest.confidence) };
}

/** The probability that any of the room's things is there, each being independent evidence. */
function anyOf(seen: SeenThings, room: RoomType): number {
  return (
    1 -
    things.filter((thing) => thing.room === room).reduce((rest, { key }) => rest * (1 - (seen[key] ?? 0)), 1)
  );
}
