import type { Category, Vocabulary } from "./attribute.ts";

/** Furniture, fixtures and vehicles. An object detector finds them without a caption (builtin/objects/things.ts). */
export const objects: Vocabulary = {
  bed: object("Bed", "feature", "bed, bunk bed, canopy bed, king bed, queen bed, twin bed", { bedroom: 0.5 }),
  couch: object("Couch", "feature", "couch, sofa, sectional, loveseat, settee", { living_room: 0.4 }),
  chair: object("Chair", "feature", "chair, armchair, dining chair, recliner"),
  bench: object("Bench", "feature", "bench, window bench, built in bench"),
  dining_table: object("Dining table", "feature", "dining table, kitchen table, breakfast table", {
    dining_room: 0.5,
  }),
  television: object("Television", "feature", "television, tv, flat screen, flat screen tv"),
  potted_plant: object("Potted plant", "feature", "potted plant, house plant, houseplant, indoor plant"),
  umbrella: object("Parasol", "feature", "umbrella, patio umbrella, parasol", { patio: 0.3 }),
  toilet: object("Toilet", "feature", "toilet, commode, water closet", { bathroom: 0.6 }),
  sink: object("Sink", "feature", "sink, farmhouse sink, apron sink, kitchen sink, pedestal sink"),
  microwave: object("Microwave", "appliance", "microwave, microwave oven", { kitchen: 0.4 }),
  car: object("Car", "feature", "car, truck, vehicle, pickup"),
  boat: object("Boat", "feature", "boat, sailboat, motorboat"),
  bicycle: object("Bicycle", "feature", "bicycle, bike"),
};

function object(label: string, category: Category, words: string, suggests: Record<string, number> = {}) {
  return { label, category, words, suggests };
}
