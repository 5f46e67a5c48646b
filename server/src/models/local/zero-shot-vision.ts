import { LRUCache } from "lru-cache";
import { type ImageModel, type Label, ModelError, type PhotoInput, type VisionModel } from "../models.ts";
import { pixelsOf } from "../prepare-photo.ts";
import { cosineOf } from "../unit-vector.ts";
import { featuresOf, photoFeatures } from "../vocabulary/photo-features.ts";
import type { LocalWorker } from "./local-worker.ts";

/** The logit scale that models of this kind were trained with. */
const SCALE = 100;
const LABELS_KEPT = 1_000;
const MAX_SIDE = 512;
/** The baseline of every photo of a property: a label must exceed it. */
const NOTHING_SPECIAL = "a photo of a property";
const SURE = 0.6;
/** Among many features some score high by chance: the threshold is higher, and the number is limited. */
const FEATURES = { least: 0.8, most: 8 };

const places = {
  "a kitchen": "A kitchen",
  "a bathroom": "A bathroom",
  "a bedroom": "A bedroom",
  "a living room": "A living room",
  "a dining room": "A dining room",
  "a home office": "A home office",
  "a laundry room": "A laundry room",
  "a garage": "A garage",
  "the outside of a house": "The outside of a house",
  "a back yard": "A yard",
  "a swimming pool": "A swimming pool",
  "a floor plan": "A floor plan",
};
const things = [
  "a fireplace",
  "hardwood floors",
  "carpet",
  "a kitchen island",
  "stainless steel appliances",
  "white cabinets",
  "a bathtub",
  "large windows",
  "a deck",
  "a lawn",
  "mountains",
  "water",
];

const featureLabels = [...photoFeatures.values()].map(({ label }) => label);

type Caption = { name: string; version: string; worker: LocalWorker; folder: string };

/**
 * Labels by the image model alone: a photo has a label when its vector is nearer to the label than to the baseline.
 * Descriptions come from a captioning model or, without one, from the most likely of a few labels.
 */
export function zeroShotVision(parts: { images: ImageModel; caption: Caption | null }): VisionModel {
  const { images, caption } = parts;
  const known = new LRUCache<string, Float32Array>({ max: LABELS_KEPT });

  async function vectorsOf(labels: readonly string[]): Promise<Float32Array[]> {
    const missing = [...new Set(labels)].filter((label) => !known.has(label));
    const vectors = await images.embedTexts(missing);
    const found = new Map(missing.map((label, nth) => [label, vectors[nth] as Float32Array]));
    for (const [label, vector] of found) known.set(label, vector);
    return labels.map((label) => found.get(label) ?? (known.get(label) as Float32Array));
  }

  async function classify(photo: PhotoInput, labels: readonly string[]): Promise<Label[]> {
    if (labels.length === 0) return [];
    return (await likenesses(photo, labels))
      .map(({ label, above }) => ({ label, confidence: confidenceOf(above) }))
      .sort((a, b) => b.confidence - a.confidence);
  }

  /** Describing, classifying and extracting features share one embedding of the photo. */
  const looks = new WeakMap<Buffer, Promise<Float32Array[]>>();

  function lookOf(photo: PhotoInput): Promise<Float32Array[]> {
    const seen = looks.get(photo.bytes) ?? images.embedImages([photo]);
    looks.set(photo.bytes, seen);
    // A failed embedding is not cached.
    seen.catch(() => looks.delete(photo.bytes));
    return seen;
  }

  /** How much nearer the photo is to each label than to the baseline. */
  async function likenesses(photo: PhotoInput, labels: readonly string[]) {
    const [seen] = (await lookOf(photo)) as [Float32Array];
    const sentences = labels.map((label) => `a photo of ${label}`);
    const [nothing, ...vectors] = (await vectorsOf([NOTHING_SPECIAL, ...sentences])) as [
      Float32Array,
      ...Float32Array[],
    ];
    const floor = cosineOf(seen, nothing);
    return labels.map((label, nth) => ({
      label,
      above: cosineOf(seen, vectors[nth] as Float32Array) - floor,
    }));
  }

  return {
    name: caption?.name ?? images.name,
    version: caption ? `${caption.version}+${images.version}` : images.version,
    classify,
    async features(photo) {
      const likely = await likenesses(photo, featureLabels);
      // The average is subtracted: a photo that is near to every label shows none in particular.
      const usual = likely.reduce((sum, { above }) => sum + above, 0) / likely.length;
      const labels = likely.map(({ label, above }) => ({
        label,
        confidence: confidenceOf(above - Math.max(0, usual)),
      }));
      return featuresOf(labels, FEATURES);
    },
    async describe(photo) {
      if (caption) return captionOf(caption, photo);
      const [place] = (await classify(photo, Object.keys(places))) as [Label];
      const shown = (await classify(photo, things))
        .filter(({ confidence }) => confidence >= SURE)
        .slice(0, 3);
      const what = place.confidence >= SURE ? places[place.label as keyof typeof places] : "A photo";
      if (shown.length === 0) return `${what}.`;
      const list = new Intl.ListFormat("en", { type: "conjunction" });
      return `${what} with ${list.format(shown.map(({ label }) => label))}.`;
    },
  };
}

function confidenceOf(above: number): number {
  return 1 / (1 + Math.exp(-SCALE * above));
}

async function captionOf({ worker, folder }: Caption, photo: PhotoInput): Promise<string> {
  const picture = await pixelsOf(photo, MAX_SIDE);
  const { text } = await worker.run({ kind: "caption", folder, picture }, "batch");
  const caption = (text ?? "").replaceAll(/\s+/g, " ").trim();
  if (caption === "") throw new ModelError("failed", `The local model ${folder} described nothing.`);
  const sentence = caption.charAt(0).toUpperCase() + caption.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
