import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import type { Piscina } from "piscina";
import { ModelError } from "../../models.ts";
import type { Measurement } from "./pixels/measure-photo.ts";

/** One thread leaves a core of two to the searches. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A photo in work, and one that waits for the thread, for each. */
const AT_ONCE = THREADS * 2;
/** An ordinary photo takes a hundredth of a second; its turn may be some photos away. */
const LONGEST_MS = 30_000;
/** Threads that nobody needs any more give their memory back. */
const IDLE_MS = 60_000;

type Threads = Piscina<Uint8Array, Measurement | null>;

const limit = pLimit(AT_ONCE);
let threads: Promise<Threads> | null = null;

/** Whoever embeds a photo describes and classifies it too: the same bytes are measured once. */
const measured = new WeakMap<Uint8Array, Promise<Measurement>>();

/**
 * What the pixels of a photo tell, measured in threads of their own, which start with the first photo and give way to
 * everything else.
 *
 * @throws ModelError bad_image
 */
export function measureInThread(bytes: Uint8Array): Promise<Measurement> {
  const known = measured.get(bytes);
  if (known) return known;
  const measurement = measure(bytes);
  measured.set(bytes, measurement);
  // What failed is tried again.
  measurement.catch(() => measured.delete(bytes));
  return measurement;
}

async function measure(bytes: Uint8Array): Promise<Measurement> {
  const measurement = await limit(async () => {
    threads ??= openThreads();
    const signal = AbortSignal.timeout(LONGEST_MS);
    return (await threads).run(bytes, { signal }).catch((cause) => {
      // A picture made to be slow: its thread is stopped, the next one gets a new thread.
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

/** Ends the threads when they are done with what they have; another photo would start them again. */
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
