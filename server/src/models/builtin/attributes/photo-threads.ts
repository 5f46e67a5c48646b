import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import type { Piscina } from "piscina";
import { ModelError } from "../../models.ts";
import type { Measurement } from "./pixels/measure-photo.ts";

/** A single thread on two cores, so that searches keep the other. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** For each thread, one photo in progress and one that waits. */
const AT_ONCE = THREADS * 2;
/** A typical photo takes 10 ms, after those before it in the queue. */
const MEASURE_TIMEOUT_MS = 30_000;
/** Idle threads are ended, which releases their memory. */
const IDLE_MS = 60_000;

type Threads = Piscina<Uint8Array, Measurement | null>;

const limit = pLimit(AT_ONCE);
let threads: Promise<Threads> | null = null;

/** Embedding, describing and classifying a photo share one measurement of its bytes. */
const measured = new WeakMap<Uint8Array, Promise<Measurement>>();

/**
 * Measures the pixels of a photo in worker threads of low priority, which start with the first photo.
 *
 * @throws ModelError bad_image
 */
export function measureInThread(bytes: Uint8Array): Promise<Measurement> {
  const known = measured.get(bytes);
  if (known) return known;
  const measurement = measure(bytes);
  measured.set(bytes, measurement);
  // A failed measurement is not cached.
  measurement.catch(() => measured.delete(bytes));
  return measurement;
}

async function measure(bytes: Uint8Array): Promise<Measurement> {
  const measurement = await limit(async () => {
    threads ??= openThreads();
    const signal = AbortSignal.timeout(MEASURE_TIMEOUT_MS);
    return (await threads).run(bytes, { signal }).catch((cause) => {
      // A photo that exceeds the time limit: its thread is ended, and the next photo gets a new one.
      if (signal.aborted) return null;
      throw new ModelError("failed", "The photo could not be measured", { cause });
    });
  });
  if (measurement) return measurement;
  throw new ModelError(
    "bad_image",
    "The photo cannot be read: use a whole JPEG, PNG or WebP of at most 40 megapixels",
  );
}

/** Ends the threads after their current work; another photo would start new ones. */
export async function closePhotoThreads(): Promise<void> {
  const open = threads;
  threads = null;
  await (await open)?.close();
}

async function openThreads(): Promise<Threads> {
  const { Piscina } = await import("piscina");
  return new Piscina({
    filename: fileURLToPath(new URL("./pixels/measure-photo.ts", import.meta.url)),
    name: "measurePhoto",
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
}
