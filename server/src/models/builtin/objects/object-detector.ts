import { fileURLToPath } from "node:url";
import type { Log } from "../../../platform/log.ts";
import { WorkerProcess, type WorkerProgram } from "../../../platform/pictures/worker-process.ts";
import { ModelError } from "../../models.ts";
import type { DetectorRuntime, DetectReply, DetectTask } from "./detect-things.ts";
import type { Detection } from "./detection.ts";
import { type FoundPackages, findDetectorPackages } from "./detector-package.ts";
import { PriorityLock } from "./priority-lock.ts";

/** An idle process is ended, which releases its memory (200 to 310 MB). */
const IDLE_MS = 60_000;
const PROGRAM: WorkerProgram = {
  file: fileURLToPath(new URL("./detect-worker.ts", import.meta.url)),
  maxHeapMb: 256,
  maxIdleBytes: 768 * 1_048_576,
  // A typical photo takes a fifth of a second; the first one also waits for the model to be loaded.
  timeoutMs: 60_000,
};
/** Photos in a row whose process ended or exceeded the time limit, after which the detector counts as broken. */
const MAX_FAILURES = 3;

const REMEDY =
  "photos are described without it. Run npm ci to install it again, or set PHOTO_DETECTOR=off on all servers";

type Options = {
  log: Log;
  packages?: FoundPackages;
  timeoutMs?: number;
  /** `onnx` by default. */
  runtime?: DetectorRuntime;
};

/**
 * Finds things in photos with the optional packages of detector-package.ts, in one process of low priority, which
 * starts with the first photo. After a failure to load it stays unavailable for the rest of the process: the log has
 * that once.
 */
export class ObjectDetector {
  readonly #log: Log;
  readonly #options: Options;
  readonly #lock = new PriorityLock();
  readonly #closing = new AbortController();
  /** Embedding, describing and classifying a photo share one detection. */
  readonly #detections = new WeakMap<Uint8Array, Promise<Detection | null>>();
  #packages: FoundPackages;
  #worker: WorkerProcess<DetectTask> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #failuresInRow = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#log = options.log;
    this.#packages = options.packages ?? findDetectorPackages();
    if (this.#packages.problem !== null)
      this.#log.info({ problem: this.#packages.problem }, `object detector unavailable, ${REMEDY}`);
  }

  get isAvailable(): boolean {
    return this.#packages.folders !== null;
  }

  /**
   * The things in a photo; null when it cannot be decoded or takes too long. An urgent photo, for which a caller waits,
   * comes before those of a batch.
   *
   * @throws ModelError unavailable
   */
  detect(bytes: Uint8Array, { urgent }: { urgent: boolean } = { urgent: false }): Promise<Detection | null> {
    const known = this.#detections.get(bytes);
    if (known) return known;
    const detection = this.#lock.run(urgent, () => this.#run(bytes));
    this.#detections.set(bytes, detection);
    detection.catch(() => this.#detections.delete(bytes));
    return detection;
  }

  async close(): Promise<void> {
    this.#closing.abort(unavailable());
    this.#endWorker();
  }

  #endWorker(): void {
    clearTimeout(this.#idle);
    this.#worker?.kill();
    this.#worker = null;
  }

  #openWorker(): WorkerProcess<DetectTask> {
    clearTimeout(this.#idle);
    const { timeoutMs = PROGRAM.timeoutMs } = this.#options;
    if (!this.#worker?.usable) this.#worker = new WorkerProcess({ ...PROGRAM, timeoutMs });
    return this.#worker;
  }

  async #run(bytes: Uint8Array): Promise<Detection | null> {
    const { folders } = this.#packages;
    if (folders === null) throw unavailable();
    this.#closing.signal.throwIfAborted();
    try {
      const reply = (await this.#openWorker().run(
        { bytes, folders, runtime: this.#options.runtime ?? "onnx" },
        this.#closing.signal,
      )) as DetectReply;
      this.#failuresInRow = 0;
      if (reply.status === "broken") return this.#giveUp(reply.problem);
      return reply.status === "detected" ? reply.detection : null;
    } catch (error) {
      if (error instanceof ModelError) throw error;
      // The photo may be the cause: it is one with nothing seen, and the next one gets a new process.
      if (++this.#failuresInRow >= MAX_FAILURES) return this.#giveUp((error as Error).message);
      return null;
    } finally {
      this.#idle = setTimeout(() => this.#endWorker(), IDLE_MS).unref();
    }
  }

  #giveUp(problem: string): never {
    this.#packages = { folders: null, problem };
    this.#log.warn({ problem }, `object detector failed, ${REMEDY}`);
    this.#endWorker();
    throw unavailable();
  }
}

/** The batch is retried, then with the models that need no detector. */
function unavailable(): ModelError {
  return new ModelError("unavailable", "The object detector is unavailable: the server's log has the cause");
}
