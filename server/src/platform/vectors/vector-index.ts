import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { KeptPlace } from "./kept-place.ts";
import { checkItem, type KeyVectors } from "./key-vectors.ts";
import type {
  FromSearchThread,
  IndexState,
  Nearest,
  Request,
  ThreadData,
  ToSearchThread,
} from "./protocol.ts";
import { putBatches } from "./put-batches.ts";
import { quantize16 } from "./quantized.ts";
import { MAX_DIMENSIONS } from "./scorer.ts";
import { VectorIndexError } from "./vector-index-error.ts";
import type { SearchFilter, VectorIndexOptions } from "./vector-index-options.ts";

const EXACT_UP_TO = 250_000;
const MAX_RESULTS = 1000;
const MAX_QUEUED = 1000;
const KEYS_AT_ONCE = 10_000;
const RESTART_AFTER_MS = [0, 1_000, 5_000, 30_000];
const LIVED_LONG_MS = 60_000;

export type { KeyVectors } from "./key-vectors.ts";
export type { VectorIndexOptions } from "./vector-index-options.ts";

type Waiting = { resolve: (result: Nearest[] | Float64Array | null) => void; reject: (error: Error) => void };

/**
 * Vectors that are searched in this process, in threads of their own: the main thread copies filters and nothing else.
 * Searches are exact up to a number of vectors, and go through a graph beyond it, with at least 99 in 100 of the same
 * results; they never come short because of a filter. Why: docs/decisions/vectors-in-process.md.
 */
export class VectorIndex {
  readonly #options: VectorIndexOptions;
  /** The second one waits in the thread, which so never idles between two. */
  readonly #searches = pLimit(2);
  readonly #waiting = new Map<number, Waiting>();
  #state: IndexState = { revision: 0, size: 0, vectors: 0, memoryBytes: 0, graphed: 0, building: false };
  #worker: Worker | null = null;
  #lastId = 0;
  #crashes = 0;
  #startedAt = 0;
  #closing: Promise<void> | null = null;
  #restart: NodeJS.Timeout | null = null;

  /** Reads what is kept. A file that is damaged, or of other vectors, is thrown away: `revision` is 0 then. */
  static async open(options: VectorIndexOptions): Promise<VectorIndex> {
    if (
      !Number.isInteger(options.dimensions) ||
      options.dimensions < 1 ||
      options.dimensions > MAX_DIMENSIONS
    ) {
      throw new RangeError(`Vectors have 1 to ${MAX_DIMENSIONS} dimensions`);
    }
    const index = new VectorIndex(options);
    await index.#start();
    return index;
  }

  private constructor(options: VectorIndexOptions) {
    this.#options = options;
  }

  /** The greatest revision it holds; 0 when it is new. What came later is to be put. */
  get revision(): number {
    return this.#state.revision;
  }

  /** Keys. */
  get size(): number {
    return this.#state.size;
  }

  get vectors(): number {
    return this.#state.vectors;
  }

  /** Of the vectors, their keys, and the graph. */
  get memoryBytes(): number {
    return this.#state.memoryBytes;
  }

  /** Vectors that are searched through the graph; 0 while there is none. */
  get graphed(): number {
    return this.#state.graphed;
  }

  /** A graph is being built; searches are exact where there is none yet. */
  get building(): boolean {
    return this.#state.building;
  }

  /**
   * Adds or replaces keys. A search that is asked for once this has resolved sees them.
   *
   * @throws VectorIndexError; RangeError for a key, revision or vector that cannot be
   */
  async put(items: readonly KeyVectors[]): Promise<void> {
    for (const item of items) checkItem(item, this.#options.dimensions);
    for (const batch of putBatches(items, this.#options.dimensions)) {
      const lists = [batch.keys, batch.revisions, batch.counts, batch.vectors];
      await this.#ask(
        { kind: "put", batch },
        lists.map(({ buffer }) => buffer),
      );
    }
  }

  /** Keys that are not there are no mistake. `revision`: of the change that removed them, if it has one. */
  async remove(keys: readonly number[], revision = 0): Promise<void> {
    for (let index = 0; index < keys.length; index += KEYS_AT_ONCE) {
      await this.#ask({
        kind: "remove",
        keys: Float64Array.from(keys.slice(index, index + KEYS_AT_ONCE)),
        revision,
      });
    }
  }

  /**
   * The `k` keys nearest to a query, best first, equal ones by key. `among` says which keys count; null is
   * all of them. Fewer than `k` only when fewer keys are there. A query of zeros is as near to everything as it is to
   * anything.
   *
   * @throws VectorIndexError; RangeError when `k` is not 1 to 1,000
   */
  async search(query: Float32Array, filter: SearchFilter): Promise<Nearest> {
    const [nearest] = await this.searchEach(query, [filter]);
    return nearest as Nearest;
  }

  /**
   * One query under several filters, which share a scan where one is needed. A search whose signal is aborted while it waits is
   * dropped.
   *
   * @throws VectorIndexError; RangeError when a `k` is not 1 to 1,000; the signal's reason
   */
  async searchEach(
    query: Float32Array,
    filters: readonly SearchFilter[],
    signal?: AbortSignal,
  ): Promise<Nearest[]> {
    if (filters.some(({ k }) => !Number.isInteger(k) || k < 1 || k > MAX_RESULTS))
      throw new RangeError(`k is 1 to ${MAX_RESULTS}`);
    if (query.length !== this.#options.dimensions) throw new RangeError("A query of other dimensions");
    if (this.#closing) throw new VectorIndexError("closed", "The index is closed");
    if (this.#searches.activeCount + this.#searches.pendingCount >= MAX_QUEUED)
      throw new VectorIndexError("busy", "Too many searches wait already");
    return this.#searches(async () => {
      signal?.throwIfAborted();
      const search = {
        query: quantize16(query),
        filters: filters.map(({ k, among }) => ({
          k,
          among: among?.data ?? null,
          size: among?.size ?? this.size,
        })),
      };
      return (await this.#sendToWorker({ kind: "search", search })) as Nearest[];
    });
  }

  /** Every key it holds, in no order: to find out which of them should have gone. */
  async keys(): Promise<Float64Array> {
    return (await this.#ask({ kind: "keys" })) as Float64Array;
  }

  /** Writes it into its folder, beside the searches. What is there stays good until the new file is whole. */
  async save(): Promise<void> {
    await this.#ask({ kind: "save" });
  }

  /** Once all that has been asked for is done. It does not save. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Closes it for good: what is kept of it goes too. */
  async discard(): Promise<void> {
    await this.close();
    const { folder, name } = this.#options;
    if (folder !== null) new KeptPlace(folder, name).forget();
  }

  async #close(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart);
    // Its turn comes when all earlier searches have been sent.
    await this.#searches(async () => {});
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once("exit", resolve));
    await this.#send(worker, { kind: "close" }).catch(() => {});
    await gone;
  }

  async #ask(request: Request, transfer: ArrayBuffer[] = []): Promise<Nearest[] | Float64Array | null> {
    if (this.#closing) throw new VectorIndexError("closed", "The index is closed");
    return this.#sendToWorker(request, transfer);
  }

  async #sendToWorker(request: Request, transfer: ArrayBuffer[] = []) {
    if (!this.#worker) throw new VectorIndexError("lost", "The index is starting anew");
    return this.#send(this.#worker, request, transfer);
  }

  #send(
    worker: Worker,
    request: Request,
    transfer: ArrayBuffer[] = [],
  ): Promise<Nearest[] | Float64Array | null> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request } satisfies ToSearchThread, transfer);
    });
  }

  /** Resolves when the thread has read what is kept. */
  #start(): Promise<void> {
    const { folder, name, dimensions, exactUpTo = EXACT_UP_TO } = this.#options;
    this.#startedAt = performance.now();
    const workerData: ThreadData = { folder, name, dimensions, exactUpTo };
    const worker = new Worker(new URL("./search-thread.ts", import.meta.url), { workerData });
    return new Promise((resolve, reject) => {
      worker.on("message", (message: FromSearchThread) => {
        if (message.kind === "log") {
          this.#options.log[message.line.level](message.line.fields, message.line.text);
          return;
        }
        if (this.#closing && this.#worker !== worker) {
          // It was closed while it started anew.
          worker.postMessage({ id: 0, request: { kind: "close" } } satisfies ToSearchThread);
          return;
        }
        this.#state = message.state;
        this.#worker = worker;
        resolve();
        if (message.kind !== "state") this.#settle(message);
      });
      let cause: Error | null = null;
      worker.on("error", (error) => {
        cause = error as Error;
      });
      worker.on("exit", () => {
        const ready = this.#worker === worker;
        this.#ended(ready ? cause : null, ready);
        reject(cause ?? new VectorIndexError("failed", "The thread of the index has ended"));
      });
    });
  }

  #settle(message: Extract<FromSearchThread, { id: number }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "reply") waiting?.resolve(message.result);
    else waiting?.reject(new VectorIndexError("failed", message.message));
  }

  #ended(cause: Error | null, wasReady: boolean): void {
    this.#worker = null;
    const closed = this.#closing !== null;
    const error = closed
      ? new VectorIndexError("closed", "The index is closed")
      : new VectorIndexError("lost", "The thread of the index has ended");
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    if (closed || !wasReady) return;
    this.#options.log.error({ err: cause }, "vector index thread ended unexpectedly, restarting it");
    this.#startAgain();
  }

  #startAgain(): void {
    if (performance.now() - this.#startedAt > LIVED_LONG_MS) this.#crashes = 0;
    const wait = RESTART_AFTER_MS[Math.min(this.#crashes++, RESTART_AFTER_MS.length - 1)] as number;
    this.#restart = setTimeout(() => {
      this.#start().then(
        () => {
          this.#options.onLost?.(this.revision);
        },
        () => {
          if (this.#closing) return;
          // What it read may be what it died of.
          if (this.#options.folder !== null) new KeptPlace(this.#options.folder, this.#options.name).forget();
          this.#startAgain();
        },
      );
    }, wait);
    this.#restart.unref();
  }
}
