import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import type { Piscina } from "piscina";
import type { Clock } from "../platform/clock.ts";
import { FairQueue } from "../platform/fair-queue.ts";
import { SingleFlight } from "../platform/single-flight.ts";
import type { Brochure, Pictures } from "./brochure.ts";
import type { PrintJob } from "./print/print-brochure.ts";

const CACHE_BYTES = 64 * 1_048_576;
/** More than the cache holds PDFs. */
const MAX_CACHED_KEYS = 5000;
/** A typical brochure takes 200 ms. */
const PRINT_TIMEOUT_MS = 30_000;
/** A single thread on two cores, so that searches keep the other. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

const bounds = { retryAfterSeconds: 5, busy: "Too many brochures are being printed at the moment" };
/** Few at a time: each read takes a database connection, which searches need too. */
const reading = { ...bounds, slots: 2, slotsPerCaller: 1, waiting: 500, waitingPerCaller: 24 };
/** Orders that wait, fetch photos or print. A caller has at most 24. */
const orders = { ...bounds, slots: 24, slotsPerCaller: 8, waiting: 200, waitingPerCaller: 16 };
/** Limits how many brochures have their photos in memory, about 3 MB each. */
const printing = { ...bounds, slots: THREADS, slotsPerCaller: THREADS, waiting: 24, waitingPerCaller: 24 };

/** The caller whose quota applies; `signal` aborts when the caller disconnects. */
export type BrochureCaller = { caller: string | null; signal: AbortSignal };

export type Order<Kept> = {
  /** The cache key of the request, known before anything is read. */
  name: string;
  /** The cache key of the content: everything printed, photos by their URLs. */
  key: string;
  /** Fetches photos from other servers, so it may be slow. */
  prepare: (signal: AbortSignal) => Promise<Kept>;
  /** Called when a printing slot is free. */
  draft: (kept: Kept) => Promise<Draft>;
};

type Draft = {
  brochure: Brochure;
  pictures: Pictures;
  /** When a missing photo may be available; null when none is missing. */
  staleAt: Date | null;
};

type Printed = { pdf: Buffer; staleAt: Date | null };

/**
 * Prints brochures in worker threads of low priority. Concurrent requests for one brochure share one printing. PDFs
 * are cached in memory; one that lacks a photo only until that photo may be available.
 */
export class BrochurePress {
  readonly #clock: Clock;
  readonly #printed = new LRUCache<string, Printed>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ pdf }) => pdf.length,
  });
  /** The content key of the last PDF printed for each request key. */
  readonly #keys = new LRUCache<string, string>({ max: MAX_CACHED_KEYS });
  readonly #reading = new FairQueue(reading);
  readonly #orders = new FairQueue(orders);
  readonly #printing = new FairQueue(printing);
  /** By caller and brochure, because a place in the queue belongs to one caller. */
  readonly #ordered = new SingleFlight<Buffer>();
  /** By brochure. */
  readonly #underWay = new SingleFlight<Buffer>();
  #threads: Promise<Piscina<PrintJob, Uint8Array>> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads the data of a brochure, unless the caller's queue is full. A cached brochure needs no place in the queue.
   *
   * @throws AppError 429, before any work; 503 when too many callers read at once.
   */
  async read<R>({ caller, signal }: BrochureCaller, name: string, work: () => Promise<R>): Promise<R> {
    if (!this.#kept(this.#keys.get(name) ?? "")) this.#orders.assertCapacityFor(caller);
    return this.#reading.run(caller, signal, work);
  }

  /** @throws AppError 429 when the caller has too many brochures in progress, 503 when all callers together have. */
  async print<Kept>({ caller, signal }: BrochureCaller, order: Order<Kept>): Promise<Buffer> {
    const pdf =
      this.#kept(order.key) ??
      (await this.#ordered.run(`${caller} ${order.key}`, signal, (signal) =>
        this.#orders.run(caller, signal, () =>
          this.#underWay.run(order.key, signal, (signal) => this.#make(order, { caller, signal })),
        ),
      ));
    this.#keys.set(order.name, order.key);
    return pdf;
  }

  async close(): Promise<void> {
    const threads = await this.#threads;
    await threads?.destroy();
  }

  /** A cached PDF that is not stale. */
  #kept(key: string): Buffer | null {
    const printed = this.#printed.get(key);
    const stands = printed && (printed.staleAt === null || printed.staleAt > this.#clock.now());
    return stands ? printed.pdf : null;
  }

  async #make<Kept>(
    { key, prepare, draft }: Order<Kept>,
    { caller, signal }: BrochureCaller,
  ): Promise<Buffer> {
    const printed = this.#kept(key);
    if (printed) return printed;
    const kept = await prepare(signal);
    return this.#printing.run(caller, signal, async () => {
      const { brochure, pictures, staleAt } = await draft(kept);
      const pdf = await this.#run({ brochure, pictures, made: this.#clock.now() }, signal);
      this.#printed.set(key, { pdf, staleAt });
      return pdf;
    });
  }

  async #run(job: PrintJob, signal: AbortSignal): Promise<Buffer> {
    this.#threads ??= openThreads();
    const threads = await this.#threads;
    const pdf = await threads.run(job, {
      transferList: memoryOf(job.pictures),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PRINT_TIMEOUT_MS)]),
    });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }
}

/** Buffers that are transferred to the thread, not copied. */
function memoryOf({ cover, grid, logo, agent }: Pictures): ArrayBuffer[] {
  return [cover, logo, agent, ...grid].flatMap((picture) => picture?.bytes.buffer ?? []);
}

async function openThreads(): Promise<Piscina<PrintJob, Uint8Array>> {
  const { Piscina } = await import("piscina");
  return new Piscina({
    filename: fileURLToPath(new URL("./print/print-brochure.ts", import.meta.url)),
    name: "printInThread",
    minThreads: THREADS,
    maxThreads: THREADS,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}
