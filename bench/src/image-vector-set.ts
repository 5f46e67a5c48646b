import { DIMENSIONS, photoVector } from "../../server/src/models/builtin/attributes/attribute-vector.ts";
import { LAYOUT_DIMENSIONS } from "../../server/src/models/builtin/attributes/pixels/layout.ts";
import { measurable } from "../../server/src/models/builtin/attributes/pixels/measure-looks.ts";
import { builtinImageModel } from "../../server/src/models/builtin/builtin-image-model.ts";
import type { PhotoInput } from "../../server/src/models/models.ts";
import { quantize16 } from "../../server/src/platform/vectors/quantized.ts";
import { seeded } from "./synthetic-listings.ts";

export { DIMENSIONS };

const ROOMS = [
  "Kitchen",
  "Bedroom",
  "Bathroom",
  "Living Room",
  "Dining Room",
  "Garage",
  "Front of Structure",
  "Patio",
];
const WITH = [
  "granite counters",
  "white cabinets",
  "hardwood floors",
  "a fireplace",
  "vaulted ceilings",
  "stainless appliances",
  "a soaking tub",
  "mountain views",
  "a covered deck",
  "large windows",
  "built-in shelves",
  "fresh paint",
];
const SCENES = 900;
const CAPTIONED = 0.6;
const LOOKS_A_SCENE = 7;

type Scene = { room: string; looks: [name: string, strength: number][]; layout: number[] };

export type ImageVectors = { vectors: Int16Array[]; queries: Float32Array[] };

/**
 * Vectors of the builtin image model for synthetic photos: about a hundred scenes, common and rare ones; photos
 * vary in colours, light and layout, most have a caption. One half of the queries are words, the other half photos.
 */
export async function imageVectors(count: number, queries: number): Promise<ImageVectors> {
  const random = seeded(2024);
  const scenes = Array.from({ length: SCENES }, () => sceneOf(random));
  const draw = () => scenes[Math.floor(random() * random() * SCENES)] as Scene;
  const vectors = Array.from({ length: count }, () => quantize16(photoOf(draw(), random)));
  const words = Array.from({ length: queries / 2 }, () => {
    const { room } = draw();
    return `${room.toLowerCase()} with ${some(WITH, random)} and ${some(WITH, random)}`;
  });
  const photos = Array.from({ length: queries - words.length }, () => photoOf(draw(), random));
  return { vectors, queries: [...(await builtinImageModel.embedTexts(words)), ...photos] };
}

function sceneOf(random: () => number): Scene {
  return {
    room: some(ROOMS, random),
    looks: Array.from({ length: LOOKS_A_SCENE }, () => [some(measurable, random), 0.2 + random() * 0.8]),
    layout: Array.from({ length: LAYOUT_DIMENSIONS }, () => random() - 0.5),
  };
}

function photoOf({ room, looks, layout }: Scene, random: () => number): Float32Array {
  const hasCaption = random() < CAPTIONED;
  const photo: PhotoInput = {
    bytes: Buffer.alloc(0),
    caption: hasCaption
      ? `${room} with ${some(WITH, random)}${random() < 0.5 ? ` and ${some(WITH, random)}` : ""}`
      : null,
    imageOf: random() < CAPTIONED ? room : null,
  };
  const length = Math.hypot(...layout);
  const moved = layout.map((value) => value / length + (random() - 0.5) * 0.1);
  const unit = Math.hypot(...moved);
  return photoVector(photo, {
    looks: Object.fromEntries(
      looks.map(([name, strength]) => [name, Math.min(1, strength * (0.7 + random() * 0.6))]),
    ),
    layout: Float32Array.from(moved, (value) => value / unit),
    quality: 1,
  });
}

function some<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
