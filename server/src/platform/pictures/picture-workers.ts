import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { AppError } from "../errors.ts";
import { FairQueue, type FairQueueLimits } from "../fair-queue.ts";
import { PictureNotDecoded, type PictureRequest, type PictureTask } from "./picture-task.ts";
import { SharedExclusiveLock } from "./shared-exclusive-lock.ts";
import { WorkerLost, WorkerProcess, type WorkerProgram } from "./worker-process.ts";

/** Each worker takes about 80 MB. */
const IDLE_MS = 10_000;

const DECODER: WorkerProgram = {
  file: fileURLToPath(new URL("./picture-worker.ts", import.meta.url)),
  maxHeapMb: 128,
  maxIdleBytes: 192 * 1_048_576,
  // Detects a starved machine: costly pictures are detected by processor time.
  timeoutMs: 60_000,
};

const bounds = {
  retryAfterSeconds: 5,
  busy: "Too many pictures are being read at the moment",
};

/**
 * Lanes have separate slots, so that pictures from anonymous callers delay neither listing photos nor uploads of
 * staff.
 */
const lanes = {
  /** Photos of listings, agents and brokerages; their callers are bounded themselves. */
  stored: {
    ...bounds,
    slots: Math.min(4, availableParallelism()),
    slotsPerCaller: Math.min(4, availableParallelism()),
    waiting: Infinity,
    waitingPerCaller: Infinity,
  },
  uploads: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 200, waitingPerCaller: 50 },
  /** Pictures from anonymous callers. */
  anonymous: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 60, waitingPerCaller: 6 },
  /** Derived files of stored photos, made on request; a page has up to a hundred. */
  files: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 1000, waitingPerCaller: 120 },
} satisfies Record<string, FairQueueLimits>;

type Decoder = WorkerProcess<PictureRequest>;

export type PictureLane = keyof typeof lanes;

export type PictureCaller = {
  lane: PictureLane;
  /** `ctx.caller`; null for background work. */
  caller: string | null;
  /** Aborts waiting and running work. */
  signal: AbortSignal;
};

/**
 * Decodes pictures in child processes, so that a picture that takes too much processor time or memory ends its worker
 * only. Workers start with the first picture and exit when idle.
 */
export class PictureWorkers {
  readonly #queues = Object.fromEntries(
    Object.entries(lanes).map(([lane, limits]) => [lane, new FairQueue(limits)]),
  ) as Record<PictureLane, FairQueue>;
  readonly #workers = new Map<Decoder, NodeJS.Timeout | null>();
  readonly #tries = new SharedExclusiveLock();
  readonly #closing = new AbortController();

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * @param load reads the picture when a slot is free; null: it is gone, and there is no result.
   * @throws CostlyPicture when the picture exceeds a limit; PictureNotDecoded when two workers were lost over it;
   * AppError 429 or 503 from the lane's queue, 503 after close; the signal's reason when it is aborted.
   */
  async run<Result>(
    task: PictureTask<Result>,
    load: () => Promise<Uint8Array | null>,
    { lane, caller, signal }: PictureCaller,
  ): Promise<Result | null> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#queues[lane].run(caller, either, async () => {
      const bytes = await load();
      if (bytes === null) return null;
      const { module, name, maxBytes } = task;
      const request = { module, name, bytes, ...(maxBytes !== undefined && { maxBytes }) };
      return this.#decode(request, lane, either) as Promise<Result>;
    });
  }

  close(): void {
    this.#closing.abort(new AppError("unavailable", "The service is stopping"));
    for (const worker of this.#workers.keys()) this.#end(worker);
  }

  /**
   * A worker that dies silently was killed by the system or starved. The retry runs exclusively. Not for pictures
   * from anonymous callers, which must not delay others.
   */
  async #decode(request: PictureRequest, lane: PictureLane, signal: AbortSignal): Promise<unknown> {
    const run = () => this.#runOnce(request, signal);
    try {
      return await this.#tries.shared(run);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
    }
    const again = lane === "anonymous" ? this.#tries.shared(run) : this.#tries.exclusive(run);
    return again.catch((error) => {
      throw error instanceof WorkerLost ? new PictureNotDecoded({ cause: error }) : error;
    });
  }

  async #runOnce(request: PictureRequest, signal: AbortSignal): Promise<unknown> {
    const worker = this.#take();
    try {
      return await worker.run(request, signal);
    } finally {
      this.#release(worker);
    }
  }

  #take(): Decoder {
    for (const [worker, idle] of this.#workers) {
      if (!worker.usable) continue;
      clearTimeout(idle ?? undefined);
      this.#workers.set(worker, null);
      return worker;
    }
    const worker = new WorkerProcess<PictureRequest>(DECODER);
    this.#workers.set(worker, null);
    return worker;
  }

  #release(worker: Decoder): void {
    if (!worker.usable || this.closed) {
      this.#end(worker);
      return;
    }
    const idle = setTimeout(() => this.#end(worker), IDLE_MS);
    idle.unref();
    this.#workers.set(worker, idle);
  }

  #end(worker: Decoder): void {
    clearTimeout(this.#workers.get(worker) ?? undefined);
    this.#workers.delete(worker);
    worker.kill();
  }
}
