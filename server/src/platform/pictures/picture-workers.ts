import { availableParallelism } from "node:os";
import { AppError } from "../errors.ts";
import { FairQueue, type FairQueueLimits } from "../fair-queue.ts";
import { PictureNotDecoded, type PictureRequest, type PictureTask } from "./picture-task.ts";
import { SharedExclusiveLock } from "./shared-exclusive-lock.ts";
import { WorkerLost, WorkerProcess } from "./worker-process.ts";

/** Each worker takes some 80 MB while it is there. */
const IDLE_MS = 10_000;

const bounds = {
  retryAfterSeconds: 5,
  busy: "Too many pictures are being read at the moment",
};

/**
 * For whom a picture is decoded. Each lane has slots of its own, so that pictures of strangers delay neither those of
 * listings nor those that staff upload.
 */
const lanes = {
  /** Photos of listings, agents and brokerages; what asks for them is bounded itself. */
  kept: {
    ...bounds,
    slots: Math.min(4, availableParallelism()),
    slotsPerCaller: Math.min(4, availableParallelism()),
    waiting: Infinity,
    waitingPerCaller: Infinity,
  },
  uploads: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 200, waitingPerCaller: 50 },
  /** Pictures that anonymous callers name. */
  shown: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 60, waitingPerCaller: 6 },
  /** Files of kept photos that are made when a page asks for them; a page has up to a hundred. */
  files: { ...bounds, slots: 1, slotsPerCaller: 1, waiting: 1000, waitingPerCaller: 120 },
} satisfies Record<string, FairQueueLimits>;

export type PictureLane = keyof typeof lanes;

export type PictureCaller = {
  lane: PictureLane;
  /** `ctx.caller`; null for work that no request asked for. */
  caller: string | null;
  /** Work whose caller has left is dropped, or killed. */
  signal: AbortSignal;
};

/**
 * Decodes pictures in processes of their own, which can be killed: a picture that takes too much processor time or
 * memory ends its worker and nothing else. Workers start with the first picture and end when there are no more.
 */
export class PictureWorkers {
  readonly #queues = Object.fromEntries(
    Object.entries(lanes).map(([lane, limits]) => [lane, new FairQueue(limits)]),
  ) as Record<PictureLane, FairQueue>;
  readonly #workers = new Map<WorkerProcess, NodeJS.Timeout | null>();
  readonly #tries = new SharedExclusiveLock();
  readonly #closing = new AbortController();

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * @param load reads the picture when its turn has come; null: there is none any more, and no result.
   * @throws CostlyPicture when the picture takes more than it may; PictureNotDecoded when two workers were lost over it;
   * AppError 429 or 503 from the lane's queue, 503 once they are closed; the signal's reason when it is aborted.
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
      const request = { module: task.module, name: task.name, bytes };
      return this.#decode(request, lane, either) as Promise<Result>;
    });
  }

  close(): void {
    this.#closing.abort(new AppError("unavailable", "The service is stopping"));
    for (const worker of this.#workers.keys()) this.#end(worker);
  }

  /**
   * A worker that is lost without a word was killed by the system, or had no time: the machine lacks something, and the second try
   * has it to itself. Not for a picture that an anonymous caller names: it never holds up those of others.
   */
  async #decode(request: PictureRequest, lane: PictureLane, signal: AbortSignal): Promise<unknown> {
    const run = () => this.#runOnce(request, signal);
    try {
      return await this.#tries.shared(run);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
    }
    const again = lane === "shown" ? this.#tries.shared(run) : this.#tries.exclusive(run);
    return again.catch((error) => {
      throw error instanceof WorkerLost ? new PictureNotDecoded({ cause: error }) : error;
    });
  }

  async #runOnce(request: PictureRequest, signal: AbortSignal): Promise<unknown> {
    const worker = this.#take();
    try {
      return await worker.run(request, signal);
    } finally {
      this.#giveBack(worker);
    }
  }

  #take(): WorkerProcess {
    for (const [worker, idle] of this.#workers) {
      if (!worker.usable) continue;
      clearTimeout(idle ?? undefined);
      this.#workers.set(worker, null);
      return worker;
    }
    const worker = new WorkerProcess();
    this.#workers.set(worker, null);
    return worker;
  }

  #giveBack(worker: WorkerProcess): void {
    if (!worker.usable || this.closed) {
      this.#end(worker);
      return;
    }
    const idle = setTimeout(() => this.#end(worker), IDLE_MS);
    idle.unref();
    this.#workers.set(worker, idle);
  }

  #end(worker: WorkerProcess): void {
    clearTimeout(this.#workers.get(worker) ?? undefined);
    this.#workers.delete(worker);
    worker.kill();
  }
}
