import { setTimeout as pause } from "node:timers/promises";
import { photoCatalog } from "../../demo/src/photo-catalog.ts";
import { readPhoto } from "../../demo/src/photo-files.ts";
import type { DetectorRuntime } from "../../server/src/models/builtin/objects/detect-things.ts";
import { findOnnxPackages } from "../../server/src/models/builtin/objects/load-onnx-detector.ts";
import { ObjectDetector } from "../../server/src/models/builtin/objects/object-detector.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { watchTree } from "./watch-tree.ts";

const PHOTOS = 60;
/** Two readings of the memory. */
const SETTLE_MS = 1000;

/**
 * The object detector by each runtime that is installed, with the same photos of the demo: the first photo, which waits for the process and the
 * model, and the mean of the others. Memory: of the detector's process, beyond that of this one.
 */
export async function benchDetector(): Promise<void> {
  const runtimes: DetectorRuntime[] = findOnnxPackages() ? ["wasm", "onnx"] : ["wasm"];
  if (runtimes.length === 1)
    console.log("onnxruntime-node is not installed: lintel models install --runtime");
  const every = Math.floor(photoCatalog().length / (PHOTOS + 1));
  const photos = await Promise.all(
    photoCatalog()
      .filter((_photo, at) => at % every === 0)
      .slice(0, PHOTOS + 1)
      .map(({ file }) => readPhoto(file)),
  );
  for (const runtime of runtimes) await measure(runtime, photos);
}

async function measure(runtime: DetectorRuntime, photos: readonly Buffer[]): Promise<void> {
  const before = watchTree(process.pid);
  await pause(SETTLE_MS);
  const { memoryMb } = before();
  const detector = new ObjectDetector({ log: createLog("warn"), runtime });
  const [first, ...others] = photos as [Buffer, ...Buffer[]];
  const began = performance.now();
  if ((await detector.detect(first)) === null) throw new Error("The first photo has no detection");
  const firstMs = performance.now() - began;
  const watching = watchTree(process.pid);
  const started = performance.now();
  for (const photo of others) await detector.detect(photo);
  const ms = (performance.now() - started) / others.length;
  const { processorMs, memoryMb: most } = watching();
  await detector.close();
  console.log(
    `${runtime}: first photo ${firstMs.toFixed(0)} ms, then ${ms.toFixed(0)} ms a photo, ` +
      `${(processorMs / others.length).toFixed(0)} ms of processor time, ${(most - memoryMb).toFixed(0)} MB at most`,
  );
}
