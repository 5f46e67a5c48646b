import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DetectorPackage } from "./detector-package.ts";

/** The side of the model's square input. */
export const INPUT_SIDE = 512;
/** Channels of the backbone's last activation. */
export const BACKBONE_CHANNELS = 480;

export const INPUT_SHAPE = [1, INPUT_SIDE, INPUT_SIDE, 3];
export const DETECTIONS = "tower_0/detections";
export const BACKBONE = "tower_0/extern1/hard_swish/mul_1";

/** The graph's detections (rows of six numbers) and the backbone's activations (positions by channels). */
export type RunGraph = (pixels: Float32Array) => Promise<{ rows: Float32Array; backbone: Float32Array }>;

/** A node of a TensorFlow.js graph model, as its JSON has it. */
export type GraphNode = {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, { i?: string; b?: boolean; list?: { i?: string[]; s?: string[] }; type?: string }>;
};
export type WeightSpec = { name: string; shape: number[]; dtype: string; quantization?: { dtype: string } };
type ModelFile = {
  modelTopology: { node: GraphNode[] };
  format: string;
  weightsManifest: { weights: WeightSpec[] }[];
};

/** The model as its package has it. */
export async function modelIn(folders: Record<DetectorPackage, string>) {
  const folder = join(folders["@vladmandic/human"], "models");
  const { modelTopology, format, weightsManifest } = JSON.parse(
    await readFile(join(folder, "centernet.json"), "utf8"),
  ) as ModelFile;
  const weights = await readFile(join(folder, "centernet.bin"));
  return {
    modelTopology,
    format,
    weightSpecs: weightsManifest[0]?.weights ?? [],
    weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength),
  };
}
