import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import type { Piscina } from "piscina";
import type * as tasks from "./sentence-tasks.ts";

/** One fewer than the cores, because the main thread needs one too. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** For each thread, one task in progress and one that waits. */
const AT_ONCE = THREADS * 2;
/** Idle threads are ended, which releases their memory. */
const IDLE_MS = 10 * 60_000;

type Tasks = typeof tasks;

/** Worker threads that compare a query with the sentences of listings. They start with the first search that needs them. */
export class SentenceThreads {
  readonly #limit = pLimit(AT_ONCE);
  #threads: Promise<Piscina> | null = null;

  /** @throws the signal's reason when it is aborted before the task starts. */
  run<Name extends keyof Tasks>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return this.#limit(async () => {
      signal.throwIfAborted();
      this.#threads ??= openThreads();
      return (await this.#threads).run(input, { name });
    });
  }

  /** Ends the threads after their current tasks. */
  async stop(): Promise<void> {
    await (await this.#threads)?.close();
    this.#threads = null;
  }
}

async function openThreads(): Promise<Piscina> {
  const { Piscina } = await import("piscina");
  return new Piscina({
    filename: fileURLToPath(new URL("./sentence-tasks.ts", import.meta.url)),
    minThreads: 0,
    maxThreads: THREADS,
    // Threads that wait in Atomics.wait cost the main thread a second wake-up for each task.
    atomics: "disabled",
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
}
