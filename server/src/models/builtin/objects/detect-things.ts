import type { Detection } from "./detection.ts";
import { thingsAmong } from "./detection.ts";
import { INPUT_SIDE, type RunGraph } from "./detector-model.ts";
import type { DetectorPackage } from "./detector-package.ts";
import { letterboxed } from "./letterbox.ts";
import { loadDetector } from "./load-detector.ts";
import { findOnnxPackages, loadOnnxDetector, type OnnxPackages } from "./load-onnx-detector.ts";
import { projectBackbone } from "./project-backbone.ts";

/** What runs the model. `onnx`: `onnxruntime-node`, more than twice as fast; where it is not installed, WebAssembly. */
export type DetectorRuntime = "onnx" | "wasm";
export type DetectTask = {
  bytes: Uint8Array;
  folders: Record<DetectorPackage, string>;
  runtime: DetectorRuntime;
};
export type DetectReply =
  | { status: "detected"; detection: Detection }
  /** The photo cannot be decoded. */
  | { status: "unreadable" }
  /** The detector cannot run on this machine, or with these packages. */
  | { status: "broken"; problem: string };

let graph: Promise<RunGraph> | null = null;

/** Finds things in a photo. Runs in the process of detect-worker.ts, which loads the model with its first photo. */
export async function detectThings({ bytes, folders, runtime }: DetectTask): Promise<DetectReply> {
  const pixels = await letterboxed(bytes, INPUT_SIDE).catch(() => null);
  if (pixels === null) return { status: "unreadable" };
  try {
    graph ??= runtime === "onnx" ? loadFastest(folders) : loadDetector(folders);
    const { rows, backbone } = await (await graph)(pixels);
    return {
      status: "detected",
      detection: { things: thingsAmong(rows), features: projectBackbone(backbone) },
    };
  } catch (error) {
    return { status: "broken", problem: error instanceof Error ? error.message : String(error) };
  }
}

/** By `onnxruntime-node`; by WebAssembly where that is not installed or cannot load the model, which standard error has once. */
export async function loadFastest(
  folders: Record<DetectorPackage, string>,
  packages: OnnxPackages | null = findOnnxPackages(),
): Promise<RunGraph> {
  if (packages === null) return loadDetector(folders);
  try {
    return await loadOnnxDetector(folders, packages);
  } catch (error) {
    process.emitWarning(`onnxruntime-node cannot load the object detector, WebAssembly is tried: ${error}`);
    return loadDetector(folders);
  }
}
