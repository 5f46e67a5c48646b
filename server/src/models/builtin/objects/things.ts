import type { RoomType } from "../../vocabulary/room-types.ts";

/** A thing that the detector finds: an attribute of the vocabulary. */
export type Thing = {
  /** The vocabulary's key. */
  key: string;
  /** Numbers of the classes of COCO-80, from 0, as the package's `src/object/labels.ts` orders them. */
  classes: number[];
  /** Weaker detections are ignored: most are something else. */
  least: number;
  /** The room that the thing is evidence of; rooms-of-things.ts has the rules. */
  room?: RoomType;
};

/**
 * The classes that matter in photos of homes. People and animals are left out on purpose, so are things that lie
 * about (cups, books, phones). Umbrellas are left out because roofs are taken for them.
 */
export const things: readonly Thing[] = [
  { key: "bed", classes: [59], least: 0.25, room: "bedroom" },
  { key: "couch", classes: [57], least: 0.25, room: "living_room" },
  { key: "chair", classes: [56], least: 0.3 },
  { key: "bench", classes: [13], least: 0.3 },
  { key: "dining_table", classes: [60], least: 0.35 },
  { key: "television", classes: [62], least: 0.3, room: "living_room" },
  { key: "potted_plant", classes: [58], least: 0.25 },
  { key: "toilet", classes: [61], least: 0.25, room: "bathroom" },
  { key: "sink", classes: [71], least: 0.25 },
  { key: "range", classes: [69], least: 0.3, room: "kitchen" },
  { key: "refrigerator", classes: [72], least: 0.25, room: "kitchen" },
  { key: "microwave", classes: [68], least: 0.35, room: "kitchen" },
  { key: "car", classes: [2, 7], least: 0.3, room: "exterior" },
  { key: "boat", classes: [8], least: 0.3 },
  { key: "bicycle", classes: [1], least: 0.3 },
];

const byClass = new Map(things.flatMap((thing) => thing.classes.map((each) => [each, thing] as const)));

/** The thing of a class of COCO-80; undefined for one that is left out. */
export function thingOf(cocoClass: number): Thing | undefined {
  return byClass.get(cocoClass);
}

/** Fitted by `npm run prove things` (a logistic curve over scores), see `docs/decisions/object-detector.md`. */
const STEEPNESS = 12;
const EVEN_AT = 0.26;

/** The probability that a thing found with this score is in the photo. */
export function confidenceOf(score: number): number {
  return 1 / (1 + Math.exp(-STEEPNESS * (score - EVEN_AT)));
}
