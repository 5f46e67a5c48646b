import { Worker } from "node:worker_threads";
import type { Log } from "../../platform/log.ts";
import type { Waiting } from "../measured-models.ts";
import { ModelError } from "../models.ts";
import type { LocalAnswer, LocalReply, LocalRequest, LocalSetup, LocalTask } from "./protocol.ts";

export type LocalTimings = {
  /** The maximum time of a call, including the wait in the queue and the loading of the model. */
  timeoutMs: Record<Waiting, number>;
  /** A task that takes longer counts as hung: its worker is terminated, and a new one is started. */
  hangMs: number;
};

const usualTimings: LocalTimings = { timeoutMs: { query: 10_000, batch: 120_000 }, hangMs: 90_000 };

const MAX_QUEUED = 256;

type Job = {
  request: LocalRequest;
  resolve(answer: LocalAnswer): void;
  reject(error: ModelError): void;
};

type Parts = { script: URL; setup: LocalSetup; log: Log; timings?: LocalTimings };

/**
 * A worker thread that runs models, one task at a time; queries have priority over batches. It starts on demand, and
 * again after a crash.
 */
export class LocalWorker {
  readonly #parts: Parts;
  readonly #timings: LocalTimings;
  readonly #waiting: Record<Waiting, Job[]> = { query: [], batch: [] };
  #worker: Worker | null = null;
  #running: { job: Job; hang: NodeJS.Timeout } | null = null;
  #lastId = 0;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timings = parts.timings ?? usualTimings;
  }

  /** @throws ModelError */
  run(task: LocalTask, waiting: Waiting): Promise<LocalAnswer> {
    if (this.#closed) return Promise.reject(new ModelError("unavailable", "The models are closed."));
    if (this.#waiting[waiting].length >= MAX_QUEUED) {
      return Promise.reject(new ModelError("unavailable", "The local models have too many requests."));
    }
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#waiting[waiting] = this.#waiting[waiting].filter((each) => each !== job);
        reject(new ModelError("unavailable", "The local models do not answer in time."));
      }, this.#timings.timeoutMs[waiting]);
      const job: Job = {
        request: { id: ++this.#lastId, task },
        resolve(answer) {
          clearTimeout(timeout);
          resolve(answer);
        },
        reject(error) {
          clearTimeout(timeout);
          reject(error);
        },
      };
      this.#waiting[waiting].push(job);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    for (const job of [...this.#waiting.query.splice(0), ...this.#waiting.batch.splice(0)]) {
      job.reject(new ModelError("unavailable", "The models are closed."));
    }
    this.#failRunning(new ModelError("unavailable", "The models are closed."));
    await worker?.terminate();
  }

  #next(): void {
    if (this.#running || this.#closed) return;
    const job = this.#waiting.query.shift() ?? this.#waiting.batch.shift();
    if (!job) return;
    const hang = setTimeout(() => {
      this.#parts.log.error({ task: job.request.task.kind }, "local model worker hangs, restarting");
      void this.#worker?.terminate();
      this.#failRunning(new ModelError("unavailable", "The local models hang; they are started again."));
    }, this.#timings.hangMs);
    this.#running = { job, hang };
    this.#worker ??= this.#start();
    this.#worker.postMessage(job.request);
  }

  #start(): Worker {
    const { script, setup, log } = this.#parts;
    const worker = new Worker(script, { workerData: setup, name: "lintel-local-models" });
    // An idle worker does not keep the process alive.
    worker.unref();
    worker.on("message", (reply: LocalReply) => this.#finish(reply));
    worker.on("error", (err) => {
      log.error({ err }, "local model worker crashed, restarting on demand");
      if (this.#worker === worker) this.#failRunning(crash(err));
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#failRunning(crash(null));
    });
    return worker;
  }

  #finish(reply: LocalReply): void {
    const running = this.#running;
    if (running?.job.request.id !== reply.id) return;
    clearTimeout(running.hang);
    this.#running = null;
    if ("answer" in reply) running.job.resolve(reply.answer);
    else running.job.reject(this.#failure(reply.error, running.job.request.task));
    this.#next();
  }

  #failure(error: string, { folder }: LocalTask): ModelError {
    const missing = /was not found locally|ENOENT|not installed|Cannot find/i.test(error);
    const cause = new Error(error);
    if (!missing) return new ModelError("failed", `The local model ${folder} has failed.`, { cause });
    const message = `The local model ${folder} is not complete: run lintel models install, or copy its files.`;
    return new ModelError("not_loaded", message, { cause });
  }

  /** Fails the running task and drops its worker. Waiting tasks get a new worker. */
  #failRunning(why: ModelError): void {
    this.#worker = null;
    const running = this.#running;
    this.#running = null;
    if (running) {
      clearTimeout(running.hang);
      running.job.reject(why);
    }
    this.#next();
  }
}

function crash(error: unknown): ModelError {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") {
    const message = "Cannot run local models: their runtime is not installed. Run lintel models install.";
    return new ModelError("not_loaded", message, { cause: error });
  }
  return new ModelError("unavailable", "The local models have crashed; they are started again.");
}
