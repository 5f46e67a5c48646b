import { flushCompileCache } from "node:module";
import { yieldProcessor } from "../yield-processor.ts";
import type { PictureRequest, WorkerMessage } from "./picture-task.ts";
import { withoutPngTexts } from "./png-texts.ts";

/*
 * Main of a picture worker: one picture at a time. It exits when a picture exceeds its processor time or memory,
 * because a call to libvips cannot be stopped otherwise: its threads outlive aborted promises and terminated worker
 * threads, and `process.exit` waits for them.
 */

/**
 * A photo of 40 megapixels, progressive or interlaced, takes 0.8 s. Including its start, and on a busy machine, a
 * worker stays below 2 s.
 */
const MAX_CPU_MS = 1100;
/** The same photo takes 400 MB. */
const MAX_BYTES = 768 * 1_048_576;
const CHECK_MS = 20;
const NICE = 5;

yieldProcessor(NICE);
const ready = prepareDecoders();
// The server has exited.
process.on("disconnect", end);
process.on("message", (request: PictureRequest) => void work(request));

async function prepareDecoders(): Promise<void> {
  const { default: sharp } = await import("sharp");
  // One thread, so that the processor time belongs to one picture; other pictures have other processes.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  const formats = ["Jpeg", "Png", "Webp", "Nsgif"];
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}`) });
}

async function work({ module, name, bytes, maxBytes = MAX_BYTES }: PictureRequest): Promise<void> {
  await ready;
  const recipe = (await import(module))[name];
  // Otherwise it is written at exit, and the server kills its workers.
  flushCompileCache();
  const before = processorMs();
  const watch = setInterval(() => {
    if (processorMs() - before > MAX_CPU_MS) reply({ exceeded: "processor time" }, end);
    else if (process.memoryUsage.rss() > maxBytes) reply({ exceeded: "memory" }, end);
  }, CHECK_MS);
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const result = await recipe(withoutPngTexts(file));
    clearInterval(watch);
    reply({ result, rss: process.memoryUsage.rss() });
  } catch (error) {
    clearInterval(watch);
    reply({ error: String((error as Error).stack ?? error), rss: process.memoryUsage.rss() });
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function reply(message: WorkerMessage, then?: () => void): void {
  process.send?.(message, undefined, undefined, then);
}

function end(): void {
  process.kill(process.pid, "SIGKILL");
}
