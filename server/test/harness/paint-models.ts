import sharp from "sharp";
import { builtinTextModel } from "../../src/models/builtin/builtin-text-model.ts";
import { type ImageModel, ModelError, type Models, type PhotoInput } from "../../src/models/models.ts";

/** Small models of our own interface, that look at the colour of a picture and count what they are asked. */
export type PaintModels = Models & {
  images: ImageModel;
  calls: { embedded: number; described: number };
  /** What happens before a photo is embedded or described; throws, or waits. */
  before: { embed(photos: PhotoInput[]): Promise<void>; describe(photo: PhotoInput): Promise<void> };
};

const colors: Record<string, number[]> = { red: [255, 0, 0], green: [0, 128, 0], blue: [0, 0, 255] };

export function paintModels(version: string): PaintModels {
  const calls = { embedded: 0, described: 0 };
  const before: PaintModels["before"] = { embed: async () => {}, describe: async () => {} };
  return {
    provider: "server",
    serverAnswers: () => true,
    calls,
    before,
    text: builtinTextModel,
    textModelOf: () => null,
    images: {
      name: "paint",
      version,
      dimensions: 3,
      noise: 0.5,
      async embedImages(photos) {
        await before.embed(photos);
        calls.embedded += photos.length;
        return Promise.all(photos.map(async ({ bytes }) => unit(await colorOf(bytes))));
      },
      async embedTexts(texts) {
        return texts.map((text) => {
          const named = Object.entries(colors).find(([name]) => text.includes(name));
          return named ? unit(named[1]) : new Float32Array(3);
        });
      },
    },
    imageModelOf: () => null,
    vision: {
      name: "paint",
      version,
      async describe(photo) {
        await before.describe(photo);
        calls.described++;
        return `A picture of ${(await colorOf(photo.bytes)).map(Math.round).join(" ")}.`;
      },
      /** What is red is of brick, what is blue is a lake. */
      async features(photo) {
        const color = await colorOf(photo.bytes);
        const most = color.indexOf(Math.max(...color));
        if (most === 0) return [{ key: "brick", label: "Brick", confidence: 0.9, category: "material" }];
        if (most === 2) return [{ key: "lake", label: "Lake", confidence: 0.8, category: "feature" }];
        return [];
      },
      async classify(_, labels) {
        return labels.map((label, nth) => ({ label, confidence: nth === 0 ? 0.9 : 0.01 }));
      },
    },
    close: async () => {},
  };
}

export function away(): never {
  throw new ModelError("unavailable", "The model server does not answer");
}

async function colorOf(bytes: Buffer): Promise<number[]> {
  const { channels } = await sharp(bytes).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}
