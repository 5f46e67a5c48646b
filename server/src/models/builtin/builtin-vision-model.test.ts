import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PhotoInput, VisionModel } from "../models.ts";
import { roomTypes } from "../vocabulary/room-types.ts";
import { attributesOf, builtinVisionModel, visionModelWithObjects } from "./builtin-vision-model.ts";
import { BACKBONE_DIMENSIONS } from "./objects/project-backbone.ts";

const [SKY, GRASS, WALL] = ["#7fa6cf", "#5a9a48", "#f6f5f1"];

/** Sky above a lawn, or a white room. */
async function picture(top: string, bottom: string): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 90, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 90, height: 60, channels: 3, background: "#000000" } })
    .composite([
      { input: await half(top), top: 0, left: 0 },
      { input: await half(bottom), top: 30, left: 0 },
    ])
    .png()
    .toBuffer();
}

const outside = await picture(SKY, GRASS);
const interior = await picture(WALL, WALL);
const photo = (bytes: Buffer, caption: string | null = null, imageOf: string | null = null): PhotoInput => ({
  bytes,
  caption,
  imageOf,
});
const surest = async (input: PhotoInput) => (await builtinVisionModel.classify(input, roomTypes))[0];
const confidence = async (input: PhotoInput, label: string) =>
  (await builtinVisionModel.classify(input, [label]))[0]?.confidence as number;

describe("which room it is", () => {
  it("says ImageOf before the caption, and the caption before the pixels", async () => {
    expect(await surest(photo(outside, "Bedroom with fireplace", "Kitchen"))).toMatchObject({
      label: "kitchen",
    });
    expect(await surest(photo(outside, "Bedroom with fireplace"))).toMatchObject({ label: "bedroom" });
    expect(await surest(photo(outside))).toMatchObject({ label: "exterior" });
  });

  it("is surer of it when both say so than when they differ", async () => {
    const agreed = await surest(photo(interior, "Bright kitchen", "Kitchen"));
    const alone = await surest(photo(interior, null, "Kitchen"));
    const disputed = await surest(photo(interior, "Bright bedroom", "Kitchen"));
    expect(agreed?.confidence).toBeGreaterThan(alone?.confidence as number);
    expect(alone?.confidence).toBeGreaterThan(disputed?.confidence as number);
  });

  it.each([
    ["Kitchen", "kitchen"],
    ["Master Bedroom", "bedroom"],
    ["MasterBathroom", "bathroom"],
    ["Family Room", "living_room"],
    ["Front of Structure", "exterior"],
    ["FrontOfStructure", "exterior"],
    ["Out Buildings", "exterior"],
    ["Aerial View", "exterior"],
    ["Garage", "garage"],
    ["Laundry", "other"],
    ["Floor Plan", "other"],
  ])("reads ImageOf %j as %s", async (imageOf, label) => {
    expect(await surest(photo(interior, null, imageOf))).toMatchObject({ label, confidence: 0.95 });
  });

  it("does not take a room that a caption mentions for the one it shows", async () => {
    expect(await surest(photo(interior, "Kitchen, open to the living room"))).toMatchObject({
      label: "kitchen",
    });
    expect(await surest(photo(interior, "Brick exterior with two-car garage"))).toMatchObject({
      label: "exterior",
    });
  });

  it("infers it, less surely, from what is found in one room alone", async () => {
    const guess = await surest(photo(interior, "Double vanity and soaking tub"));
    expect(guess).toMatchObject({ label: "bathroom" });
    expect(guess?.confidence).toBeLessThan(0.7);
  });

  it("does not claim to know a room by its pixels", async () => {
    const guess = await surest(photo(interior));
    expect(guess).toMatchObject({ label: "other" });
    expect(guess?.confidence).toBeLessThanOrEqual(0.3);
  });

  it("gives all seven types together a confidence of 1, the surest first", async () => {
    const all = await builtinVisionModel.classify(photo(outside, "Deck"), roomTypes);
    expect(all.reduce((sum, each) => sum + each.confidence, 0)).toBeCloseTo(1, 9);
    expect(all.map((each) => each.confidence)).toEqual(
      all.map((each) => each.confidence).toSorted((a, b) => b - a),
    );
  });
});

describe("which room it is, with the object detector", () => {
  /** A detector that finds these things, with score. */
  const seeing = (scores: Record<string, number>) =>
    visionModelWithObjects({
      detect: async () => ({
        things: Object.entries(scores).map(([key, score]) => ({ key, score, box: [0, 0, 9, 9] as const })),
        features: new Float32Array(BACKBONE_DIMENSIONS),
      }),
    });
  const [bed, toilet] = [seeing({ bed: 0.6 }), seeing({ toilet: 0.6 })];
  const guess = async (vision: VisionModel, input: PhotoInput) =>
    (await vision.classify(input, roomTypes))[0];

  it("comes from what is seen where the MLS states none, and before the pixels", async () => {
    expect(await guess(bed, photo(interior))).toMatchObject({ label: "bedroom" });
    expect(await guess(seeing({ car: 0.6 }), photo(outside))).toMatchObject({ label: "exterior" });
    expect(await guess(seeing({}), photo(interior))).toMatchObject({ label: "other" });
  });

  it("is never overridden where the MLS states it: a contradiction lowers its confidence", async () => {
    for (const stated of [photo(interior, null, "Bedroom"), photo(interior, "Bedroom")]) {
      const alone = await guess(builtinVisionModel, stated);
      const agreed = await guess(bed, stated);
      const disputed = await guess(toilet, stated);
      expect([agreed?.label, disputed?.label]).toEqual(["bedroom", "bedroom"]);
      expect(agreed?.confidence).toBeGreaterThan(alone?.confidence as number);
      expect(disputed?.confidence).toBeLessThan(alone?.confidence as number);
    }
  });

  it("is not contradicted by what is often seen beyond it", async () => {
    const kitchen = photo(interior, null, "Kitchen");
    const alone = await guess(builtinVisionModel, kitchen);
    expect(await guess(seeing({ couch: 0.7 }), kitchen)).toEqual(alone);
  });

  it("is described with what is surely seen, and the MLS has not named", async () => {
    const vision = seeing({ bed: 0.6, television: 0.5, potted_plant: 0.26 });
    expect(await vision.describe(photo(interior))).toBe(
      "A bedroom with a bed and a television: mostly white, bright.",
    );
    expect(await vision.describe(photo(interior, "Bedroom with TV"))).toBe(
      "Bedroom with a bed: mostly white, bright. The MLS says: “Bedroom with TV”.",
    );
  });

  it("has features with their source, beside what the MLS states", async () => {
    const features = await seeing({ bed: 0.6, sink: 0.6 }).features(photo(interior, "Bedroom with a sink"));
    expect(features).toContainEqual(expect.objectContaining({ key: "bed", from: "seen" }));
    expect(features).toContainEqual(expect.objectContaining({ key: "sink", from: "stated" }));
  });
});

describe("what is in it", () => {
  const kitchen = photo(
    interior,
    "Kitchen with granite counters, stainless appliances and butcher block cart",
    "Kitchen",
  );

  it("names the features of the caption, with category and confidence", async () => {
    expect(await builtinVisionModel.features(kitchen)).toEqual(
      expect.arrayContaining([
        {
          key: "granite_counters",
          label: "Granite counters",
          confidence: 0.9,
          category: "material",
          from: "stated",
        },
        {
          key: "stainless_appliances",
          label: "Stainless appliances",
          confidence: 0.9,
          category: "appliance",
          from: "stated",
        },
      ]),
    );
  });

  it("names no feature that was neither stated nor shown", async () => {
    expect(await builtinVisionModel.features(photo(interior))).toEqual([]);
    expect((await builtinVisionModel.features(photo(outside))).map(({ key }) => key)).toContain("lawn");
    expect(
      (await builtinVisionModel.features(photo(outside, null, "Office"))).map(({ key }) => key),
    ).not.toContain("lawn");
  });

  it("classifies by key, by label and by words alike, and by all words of a label", async () => {
    for (const label of ["granite_counters", "Granite counters", "granite countertop"]) {
      expect(await confidence(kitchen, label)).toBeGreaterThan(0.8);
    }
    expect(await confidence(kitchen, "marble_counters")).toBe(0);
    expect(await confidence(kitchen, "granite counters and a fireplace")).toBe(0);
    expect(await confidence(kitchen, "cart")).toBeGreaterThan(0.5);
    expect(await confidence(kitchen, "constructor")).toBe(0);
    expect(await confidence(kitchen, "")).toBe(0);
  });

  it("leaves out what the caption says is not there", async () => {
    expect(await confidence(photo(interior, "Bedroom without carpet"), "carpet")).toBe(0);
  });

  it("can say of each attribute how strong it is and who says so, the strongest first", async () => {
    const known = await attributesOf(photo(outside, "Brick home", "Front of Structure"));
    expect(known).toEqual(
      expect.arrayContaining([
        { name: "front", strength: 1, from: "image_of" },
        { name: "brick", strength: 1, from: "caption" },
        { name: "sky", strength: expect.any(Number), from: "measured" },
      ]),
    );
    const strengths = known.map(({ strength }) => strength);
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
  });

  it("believes a captioned color less that is not to be seen", async () => {
    const strength = async (caption: string) =>
      (await attributesOf(photo(interior, caption))).find(
        ({ from, name }) => from === "caption" && name !== "kitchen",
      )?.strength;
    expect(await strength("White kitchen")).toBe(1);
    expect(await strength("Purple kitchen")).toBeLessThan(1);
  });
});

describe("a description", () => {
  it("says what was measured, and what the MLS says", async () => {
    expect(await builtinVisionModel.describe(photo(interior, "White kitchen with island.", "Kitchen"))).toBe(
      "Kitchen: mostly white, bright. The MLS says: “White kitchen with island”.",
    );
  });

  it("without words of the MLS claims no more than colors, light, and that it is outdoors", async () => {
    expect(await builtinVisionModel.describe(photo(interior))).toBe("A photo: mostly white, bright.");
    expect(await builtinVisionModel.describe(photo(outside))).toMatch(/^Probably outdoors: .*blue sky/);
  });

  it("keeps a caption in bounds, and on its line", async () => {
    const caption = `Kitchen\u0000\n\t<b>x</b>\u202e ${"long ".repeat(200)}`;
    const text = await builtinVisionModel.describe(photo(interior, caption));
    expect(text).toContain("“Kitchen <b>x</b> long");
    expect(text).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(text.length).toBeLessThan(400);
  });
});
