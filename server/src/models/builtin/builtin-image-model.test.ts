import { createHash } from "node:crypto";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { quantize } from "../../platform/vectors/quantized.ts";
import type { PhotoInput } from "../models.ts";
import { modelId } from "../text-model.ts";
import { vocabulary } from "../vocabulary/photo-attributes/index.ts";
import { builtinImageModel, imageModelWithObjects } from "./builtin-image-model.ts";
import type { Detection } from "./objects/detection.ts";
import { BACKBONE_DIMENSIONS } from "./objects/project-backbone.ts";

const { dimensions, noise } = builtinImageModel;

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);

const bare = (bytes: Buffer): PhotoInput => ({ bytes, caption: null, imageOf: null });
const solid = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } });

/** Blocks of colours: no picture of anything, but the same for the same seed. */
async function picture(seed: number): Promise<Buffer> {
  const parts = createHash("sha512").update(String(seed)).digest();
  const small = await sharp(parts.subarray(0, 60), { raw: { width: 5, height: 4, channels: 3 } })
    .png()
    .toBuffer();
  return sharp(small).resize(300, 200, { kernel: "cubic" }).png().toBuffer();
}

async function embed(photo: PhotoInput): Promise<Float32Array> {
  const [vector] = await builtinImageModel.embedImages([photo]);
  return vector as Float32Array;
}

async function textOf(text: string): Promise<Float32Array> {
  const [vector] = await builtinImageModel.embedTexts([text]);
  return vector as Float32Array;
}

const red = await solid("#a02020").png().toBuffer();
const gray = await solid("#909090").png().toBuffer();
const captioned = (caption: string, imageOf: string | null = null) =>
  embed({ bytes: gray, caption, imageOf });

describe("the builtin image model, asked in words", () => {
  it.each([
    ["bright white kitchen", "Kitchen with white cabinets", "Kitchen with cherry cabinets"],
    ["brick exterior with lawn", "Brick home with grass", "Brick fireplace"],
    ["navy island", "White kitchen with navy island", "Navy kitchen with white island"],
    ["blue bedroom", "Bedroom with navy walls", "White bedroom with blue bedding"],
    ["butcher block counter", "White kitchen, butcher block counters", "White kitchen, granite counters"],
    ["mountain view", "Deck overlooking the Sawtooth mountains", "Deck with hot tub"],
    ["quilted headboard", "Bedroom, quilted headboard", "Bedroom, oak nightstand"],
    ["waterfront", "River at the end of the lot", "Pasture at the end of the lot"],
  ])("finds by %j the photo of %j before that of %j", async (query, right, wrong) => {
    const words = await textOf(query);
    const likeness = cosine(words, await captioned(right));
    expect(likeness).toBeGreaterThan(cosine(words, await captioned(wrong)) + 0.03);
    expect(likeness).toBeGreaterThan(noise);
  });

  it.each(["quantum physics", "pizza delivery", "soccer coach", "violin lessons"])(
    "finds in %j nothing that a photo shows",
    async (query) => {
      const words = await textOf(query);
      for (const caption of [
        "Bright white kitchen",
        "Brick exterior with green lawn",
        "Lake with wood dock",
      ]) {
        expect(cosine(words, await captioned(caption))).toBeLessThan(noise);
      }
    },
  );

  it("sees colours and light where there is no caption", async () => {
    const photos = await Promise.all(
      ["#f6f5f1", "#a8443a", "#2a2b2d"].map((color) => solid(color).jpeg().toBuffer()),
    );
    const [white, red, black] = await builtinImageModel.embedImages(photos.map(bare));
    const likeness = async (text: string) => {
      const words = await textOf(text);
      return [white, red, black].map((vector) => cosine(words, vector as Float32Array));
    };
    expect(indexOfMost(await likeness("bright white room"))).toBe(0);
    expect(indexOfMost(await likeness("red barn"))).toBe(1);
    expect(indexOfMost(await likeness("dark kitchen"))).toBe(2);
  });

  it("finds what pixels show above all chance, where there is no caption", async () => {
    const halves = Buffer.concat([frameOf("7fa6cf", 60 * 20), frameOf("5a9a48", 60 * 20)]);
    const outside = await sharp(halves, { raw: { width: 60, height: 40, channels: 3 } })
      .png()
      .toBuffer();
    const words = await textOf("blue sky and green lawn");
    expect(cosine(words, await embed(bare(outside)))).toBeGreaterThan(noise);
    expect(cosine(words, await embed(bare(gray)))).toBeLessThan(noise);
  });

  it("holds ImageOf as good as a caption", async () => {
    const words = await textOf("primary bathroom");
    const bath = await embed({ bytes: gray, caption: null, imageOf: "MasterBathroom" });
    expect(cosine(words, bath)).toBeGreaterThan(noise);
    expect(cosine(words, bath)).toBeGreaterThan(
      cosine(words, await embed({ bytes: gray, caption: null, imageOf: "Dining Room" })),
    );
  });

  it.each(["", " ", "3 bed under 400k", "3 bed 2 bath house under $400,000", "homes for sale", "!!! 🏠"])(
    "gives %j, which says nothing of a picture, a vector of zeros",
    async (text) => {
      expect(await textOf(text)).toEqual(new Float32Array(dimensions));
    },
  );

  it("answers any text with a vector of length 1 or 0, always the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const [vector, again] = (await builtinImageModel.embedTexts([text, text])) as [
          Float32Array,
          Float32Array,
        ];
        expect(vector).toHaveLength(dimensions);
        expect(vector).toEqual(again);
        const length = Math.sqrt(cosine(vector, vector));
        expect(Math.min(length, Math.abs(length - 1))).toBeLessThan(1e-5);
      }),
    );
  });
});

describe("the builtin image model, given a photo", () => {
  it("finds its copies nearest, though they come without its caption", async () => {
    const pictures = await Promise.all(Array.from({ length: 30 }, (_, seed) => picture(seed)));
    const kept = await builtinImageModel.embedImages(
      pictures.map((bytes, at) => ({
        bytes,
        caption: at % 2 ? "White kitchen" : "Log cabin in winter",
        imageOf: null,
      })),
    );
    const copies: Record<string, (image: Sharp) => Sharp> = {
      cropped: (image) => image.extract({ left: 30, top: 8, width: 260, height: 174 }),
      recompressed: (image) => image.jpeg({ quality: 40 }),
      resized: (image) => image.resize(150),
      mirrored: (image) => image.flop(),
    };
    for (const [name, copy] of Object.entries(copies)) {
      for (const [at, bytes] of pictures.entries()) {
        const vector = await embed(bare(await copy(sharp(bytes)).toBuffer()));
        expect(indexOfMost(kept.map((each) => cosine(vector, each))), `${name} ${at}`).toBe(at);
      }
    }
  });

  it("makes no difference between a photo and its mirror image", async () => {
    const bytes = await picture(7);
    const mirrored = await sharp(bytes).flop().png().toBuffer();
    expect(cosine(await embed(bare(bytes)), await embed(bare(mirrored)))).toBeGreaterThan(0.9999);
  });

  it("sees it upright, as its EXIF says", async () => {
    const bytes = await picture(8);
    const turned = await sharp(bytes)
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(cosine(await embed(bare(bytes)), await embed(bare(turned)))).toBeGreaterThan(0.99);
  });

  it("gives the same photo the same vector, beside any other photos", async () => {
    const alone = await embed(bare(await picture(1)));
    const photos = await Promise.all([3, 1, 2].map(async (seed) => bare(await picture(seed))));
    expect((await builtinImageModel.embedImages(photos))[1]).toEqual(alone);
  });

  it("leaves the photo's bytes as they are", async () => {
    const bytes = await picture(2);
    const before = Buffer.from(bytes);
    await embed(bare(bytes));
    expect(bytes.equals(before)).toBe(true);
  });

  it("answers none with none", async () => {
    expect(await builtinImageModel.embedImages([])).toEqual([]);
    expect(await builtinImageModel.embedTexts([])).toEqual([]);
  });
});

it("has a version that says which vectors these are: change it with them, and stored ones are made anew", async () => {
  const digest = createHash("sha256");
  for (const vector of await builtinImageModel.embedTexts(
    Object.values(vocabulary).map(({ words }) => words),
  )) {
    digest.update(quantize(vector));
  }
  digest.update(quantize(await captioned("Bright white kitchen, quilted curtains", "Kitchen")));
  digest.update(quantize(await embed(bare(gray))));
  expect([modelId(builtinImageModel), digest.digest("hex").slice(0, 16)]).toEqual([
    "builtin@3",
    "e6c7f9e02dce649d",
  ]);
});

describe("the builtin image model with the object detector", () => {
  const seen: Detection = {
    things: [{ key: "bed", score: 0.6, box: [0, 0, 9, 9] }],
    features: Float32Array.from({ length: BACKBONE_DIMENSIONS }, (_, at) => (at === 3 ? 1 : 0)),
  };
  const model = imageModelWithObjects({ detect: async () => seen });
  const blind = imageModelWithObjects({ detect: async () => null });
  const first = async ({ embedImages }: typeof model, photo: PhotoInput) =>
    (await embedImages([photo]))[0] as Float32Array;

  it("has a version that says which vectors these are: change it with them, and stored ones are made anew", async () => {
    const digest = createHash("sha256");
    for (const vector of await model.embedTexts(Object.values(vocabulary).map(({ words }) => words)))
      digest.update(quantize(vector));
    digest.update(quantize(await first(model, bare(gray))));
    expect([modelId(model), digest.digest("hex").slice(0, 16)]).toEqual([
      "builtin@3-objects-1",
      "88979f5207ea21c8",
    ]);
  });

  it("has vectors of another length, which are never compared with those of the model without it", async () => {
    expect(model.dimensions).not.toBe(dimensions);
    for (const each of [model, blind]) {
      const vector = await first(each, bare(gray));
      expect(vector).toHaveLength(model.dimensions);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it("finds what is seen above all chance, with and without a caption, and not where nothing is seen", async () => {
    const [words] = (await model.embedTexts(["photo with a bed"])) as [Float32Array];
    const likeness = async (each: typeof model, caption: string | null) =>
      cosine(words, await first(each, { bytes: red, caption, imageOf: null }));
    expect(await likeness(model, null)).toBeGreaterThan(model.noise + 0.1);
    expect(await likeness(blind, null)).toBeLessThan(model.noise);
    expect(await likeness(model, "Attic")).toBeGreaterThan((await likeness(blind, "Attic")) + 0.05);
  });
});

function frameOf(hex: string, pixels: number): Buffer {
  return Buffer.concat(Array.from({ length: pixels }, () => Buffer.from(hex, "hex")));
}

function indexOfMost(numbers: number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}
