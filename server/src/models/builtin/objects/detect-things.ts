import type { Detection } from "./detection.ts";
import { thingsAmong } from "./detection.ts";
import type { DetectorPackage } from "./detector-package.ts";
import { letterboxed } from "./letterbox.ts";
import { INPUT_SIDE, loadDetector, type RunGraph } from "./load-detector.ts";
import { findOnnxPackages, loadOnnxDetector, type OnnxPackages } from "./load-onnx-detector.ts";
import { projectBackbone } from "./project-backbone.ts";

/** What runs the model: `onnx` is more than twice as fast, and there where local models are installed. */
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

/** Where `onnxruntime-node` does not work on this machine, WebAssembly does; standard error has that once. */
export async function loadFastest(
  folders: Record<DetectorPackage, string>,
  packages: OnnxPackages | null = findOnnxPackages(),
): Promise<RunGraph> {
  if (packages === null) return loadDetector(folders);
  try {
    return await loadOnnxDetector(folders, packages);
  } catch (error) {
    process.emitWarning(`onnxruntime-node does not run the object detector, WebAssembly does: ${error}`);
    return loadDetector(folders);
  }
}
