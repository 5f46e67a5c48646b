import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPhoto } from "../../../../demo/src/photo-files.ts";
import { lintel } from "../../../test/harness/run-lintel.ts";
import {
  colorMean,
  colorSpread,
  LONGEST,
  pictureProjection,
  textProjection,
  words,
  writeTinyCaptioner,
  writeTinyClip,
  writeTinySentences,
} from "../../../test/harness/tiny-models.ts";
import { readConfig } from "../../platform/config/config.ts";
import { createLog } from "../../platform/log.ts";
import { loadFastest } from "../builtin/objects/detect-things.ts";
import { INPUT_SIDE, type RunGraph } from "../builtin/objects/detector-model.ts";
import { type FoundPackages, findDetectorPackages } from "../builtin/objects/detector-package.ts";
import { letterboxed } from "../builtin/objects/letterbox.ts";
import { loadDetector } from "../builtin/objects/load-detector.ts";
import {
  findOnnxPackages,
  loadOnnxDetector,
  type OnnxPackages,
} from "../builtin/objects/load-onnx-detector.ts";
import type { Models, PhotoInput } from "../models.ts";
import { openModels } from "../open-models.ts";
import { modelId } from "../text-model.ts";
import { cosineOf } from "../unit-vector.ts";
import { installPackage } from "./install-package.ts";

const unit = (numbers: number[]) => numbers.map((value) => value / Math.hypot(...numbers));
const times = (vector: number[], matrix: number[][]) =>
  (matrix[0] as number[]).map((_, column) =>
    vector.reduce((sum, value, row) => sum + value * (matrix[row]?.[column] as number), 0),
  );
const mean = (of: string[]) =>
  [0, 1, 2].map((at) => of.reduce((sum, word) => sum + (words[word]?.[at] as number), 0) / of.length);

function expectNear(vector: Float32Array | undefined, numbers: number[]): void {
  expect(vector).toHaveLength(numbers.length);
  for (const [at, value] of numbers.entries()) expect(vector?.[at]).toBeCloseTo(value, 4);
}

async function photo(background: { r: number; g: number; b: number }): Promise<PhotoInput> {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background } });
  return { bytes: await image.png().toBuffer(), caption: null, imageOf: null };
}
const brick = { r: 200, g: 60, b: 40 };
const lake = { r: 30, g: 90, b: 220 };

const detector = findDetectorPackages();

describe("local models", () => {
  let dir: string;
  let models: Models;
  const open = (settings: Record<string, string> = {}) =>
    openModels(
      readConfig({
        MODEL_PROVIDER: "local",
        MODEL_DIR: dir,
        TEXT_MODEL: "tiny/sentences",
        IMAGE_EMBEDDING_MODEL: "tiny/clip",
        ...settings,
      }),
      createLog("silent"),
    );
  beforeAll(async () => {
    await installPackage({ print: () => {} });
    dir = await mkdtemp(join(tmpdir(), "lintel-models-"));
    await writeTinyClip(join(dir, "tiny/clip"));
    await writeTinyClip(join(dir, "tiny/siglip"), "siglip");
    await writeTinySentences(join(dir, "tiny/sentences"));
    await writeTinyCaptioner(join(dir, "tiny/captioner"));
    models = open();
  }, 600_000);
  afterAll(async () => {
    await models.close();
    await rm(dir, { recursive: true });
  });

  it("embeds a text as the mean of its words, beside any other texts", async () => {
    const [long, short] = await models.text.embed(["Red barn barn", "blue"]);
    expectNear(long, unit(mean(["red", "barn", "barn"])));
    expectNear(short, unit(words.blue as number[]));
    const [again] = await models.text.embed(["red barn barn"]);
    expectNear(again, [...(long as Float32Array)]);
    expect([models.text.dimensions, models.text.noise < 1]).toEqual([3, true]);
  });

  it("reads a text as its first token where the model says so", async () => {
    const folder = join(dir, "tiny/first");
    await writeTinySentences(folder);
    await mkdir(join(folder, "1_Pooling"));
    await writeFile(join(folder, "1_Pooling/config.json"), '{"pooling_mode_cls_token": true}');
    const first = open({ TEXT_MODEL: "tiny/first" });
    const [vector] = await first.text.embed(["red barn barn"]);
    expectNear(vector, unit(words.red as number[]));
    await first.close();
  });

  it("cuts a text where the model ends, and answers zeros for one without words", async () => {
    const [long, blank] = await models.text.embed([`${"red ".repeat(LONGEST)}blue blue`, " "]);
    expectNear(long, unit(words.red as number[]));
    expect([...(blank as Float32Array)]).toEqual([0, 0, 0]);
  });

  it("reads many texts in their order", async () => {
    const known = ["red", "green", "blue"];
    const texts = Array.from({ length: 50 }, (_, nth) => known[nth % 3] as string);
    const vectors = await models.text.embed(texts);
    for (const [nth, text] of texts.entries()) expectNear(vectors[nth], unit(words[text] as number[]));
  });

  it.each(["clip", "siglip"])(
    "gives photos and words the vectors that the weights of %s say",
    async (kind) => {
      const { images, close } = open({ IMAGE_EMBEDDING_MODEL: `tiny/${kind}` });
      const [seen] = await images.embedImages([await photo(brick)]);
      const color = Object.values(brick).map((value, at) => {
        return (value / 255 - (colorMean[at] as number)) / (colorSpread[at] as number);
      });
      expectNear(seen, unit(times(color, pictureProjection)));
      const [named] = await images.embedTexts(["red barn"]);
      expectNear(named, unit(times(mean(["red", "barn"]), textProjection)));
      await close();
    },
  );

  it("tells photos of two colours apart, and finds the words for each", async () => {
    const photos = await Promise.all([brick, lake, lake, brick, brick].map(photo));
    const vectors = await models.images.embedImages(photos);
    const [red, blue, , , again] = vectors as Float32Array[] as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    expect(cosineOf(red, again)).toBeCloseTo(1, 5);
    expect(cosineOf(red, blue)).toBeLessThan(0.5);
    const [toRed, toBlue] = (await models.images.embedTexts(["red", "blue"])) as [Float32Array, Float32Array];
    expect(cosineOf(red, toRed)).toBeGreaterThan(cosineOf(red, toBlue));
    expect(cosineOf(blue, toBlue)).toBeGreaterThan(cosineOf(blue, toRed));
  });

  it("labels a photo, the surest label first, and describes it", async () => {
    const labels = await models.vision.classify(await photo(lake), ["red", "blue", "green"]);
    expect(labels[0]?.label).toBe("blue");
    for (const { confidence } of labels) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(labels).toEqual(labels.toSorted((a, b) => b.confidence - a.confidence));
    expect(await models.vision.describe(await photo(lake))).toMatch(/^[A-Z].*\.$/);
  });

  it("names the features that stand out from all others, and none of a photo where none does", async () => {
    expect(await models.vision.features(await photo(lake))).toEqual([
      { key: "lake", label: "Lake", confidence: expect.any(Number), category: "feature" },
    ]);
    const [first] = await models.vision.features(await photo(brick));
    expect([first?.key, first?.category]).toEqual(["brick", "material"]);
    expect(await models.vision.features(await photo({ r: 0, g: 250, b: 0 }))).toEqual([]);
  });

  it("describes photos by a captioning model, where one is named", async () => {
    const captioner = open({ VISION_MODEL: "tiny/captioner" });
    expect(await captioner.vision.describe(await photo(brick))).toBe("Red barn.");
    expect(await captioner.vision.describe(await photo(lake))).toBe("Blue barn.");
    expect((await captioner.vision.classify(await photo(lake), ["red", "blue"]))[0]?.label).toBe("blue");
    await captioner.close();
  });

  it("reads texts with a model of photos where no other is named", async () => {
    const clip = open({ TEXT_MODEL: "tiny/clip" });
    const [vector] = await clip.text.embed(["red barn"]);
    expectNear(vector, unit(times(mean(["red", "barn"]), textProjection)));
    await clip.close();
  });

  it("is found again by the id of its vectors, and not by another's", () => {
    expect(models.textModelOf(modelId(models.text))?.name).toBe("tiny/sentences");
    expect(models.textModelOf("builtin@2")?.name).toBe("builtin");
    expect(models.textModelOf("tiny/sentences@local-1-00000000")).toBeNull();
    expect(models.textModelOf("../../etc@absent")).toBeNull();
    expect(models.textModelOf("tiny/gone@local-1-absent")).toBeNull();
  });

  it("is another version when a file of it changes", async () => {
    await writeTinySentences(join(dir, "tiny/changing"));
    const before = open({ TEXT_MODEL: "tiny/changing" }).text.version;
    await writeFile(join(dir, "tiny/changing/onnx/model_quantized.onnx"), "other");
    expect(open({ TEXT_MODEL: "tiny/changing" }).text.version).not.toBe(before);
  });

  it("refuses what is no picture, and says which model is missing or broken", async () => {
    const none = { bytes: Buffer.from("no picture"), caption: null, imageOf: null };
    await expect(models.images.embedImages([none])).rejects.toMatchObject({ reason: "bad_image" });
    const gone = open({ TEXT_MODEL: "tiny/gone", IMAGE_EMBEDDING_MODEL: "tiny/sentences" });
    await expect(gone.text.embed(["red"])).rejects.toMatchObject({ reason: "not_loaded" });
    await expect(gone.images.embedImages([await photo(lake)])).rejects.toMatchObject({ reason: "failed" });
    await gone.close();
  });
});

describe.skipIf(detector.problem !== null)("the object detector beside the runtime of local models", () => {
  const { folders } = detector as Extract<FoundPackages, { problem: null }>;
  let pixels: Float32Array;
  let byWasm: Awaited<ReturnType<RunGraph>>;
  let onnx: OnnxPackages;
  beforeAll(async () => {
    await installPackage({ print: () => {} });
    onnx = findOnnxPackages() as OnnxPackages;
    pixels = await letterboxed(await readPhoto("kitchen-honey-oak-04.webp"), INPUT_SIDE);
    byWasm = await (await loadDetector(folders))(pixels);
  }, 600_000);

  it("sees the same by onnxruntime-node as by WebAssembly", async () => {
    const byOnnx = await (await loadOnnxDetector(folders, onnx))(pixels);
    const furthest = (one: Float32Array, other: Float32Array) =>
      one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] as number))), 0);
    expect([byOnnx.rows.length, byOnnx.backbone.length]).toEqual([
      byWasm.rows.length,
      byWasm.backbone.length,
    ]);
    expect(furthest(byOnnx.rows, byWasm.rows)).toBeLessThan(0.01);
    expect(furthest(byOnnx.backbone, byWasm.backbone)).toBeLessThan(0.001);
  });

  it("gets it without the models by lintel models install --runtime", async () => {
    const { status, stderr } = await lintel(["models", "install", "--runtime"], {}).exit;
    expect([status, stderr]).toEqual([0, "The runtime of local models was installed already.\n"]);
  });

  it("runs by WebAssembly where onnxruntime-node does not work", async () => {
    const create = () => Promise.reject(new Error("Illegal instruction"));
    const runtime = { ...onnx.runtime, InferenceSession: { create } };
    expect(await (await loadFastest(folders, { ...onnx, runtime }))(pixels)).toEqual(byWasm);
    expect(await (await loadFastest(folders, null))(pixels)).toEqual(byWasm);
  });
});
