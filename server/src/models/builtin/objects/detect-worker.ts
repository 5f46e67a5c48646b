import { flushCompileCache } from "node:module";
import sharp from "sharp";
import type { WorkerMessage } from "../../../platform/pictures/picture-task.ts";
import { yieldProcessor } from "../../../platform/yield-processor.ts";
import { type DetectTask, detectThings } from "./detect-things.ts";

/*
 * Main of the detector's process: one photo at a time. Not a thread of the server's process: one held up the event loop for up to 232 ms
 * (docs/decisions/object-detector.md).
 */

const NICE = 10;

yieldProcessor(NICE);
// One photo at a time has no use for more.
sharp.concurrency(1);
sharp.cache(false);
// The server has exited, or needs the detector no longer.
process.on("disconnect", () => process.exit());
process.on("message", async (task: DetectTask) => {
  const message: WorkerMessage = { result: await detectThings(task), rss: process.memoryUsage.rss() };
  process.send?.(message);
  // Otherwise it is written at exit, and the server kills this process.
  flushCompileCache();
});
