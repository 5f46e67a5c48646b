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
/** More than there are in memory. */
const MOST_NAMES = 5000;
/** An ordinary one takes a fifth of a second. */
const LONGEST_MS = 30_000;
/** One thread leaves a core of two to the searches. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

const bounds = { retryAfterSeconds: 5, busy: "Too many brochures are being printed at the moment" };
/** Few at a time: twenty who ask at once would fill the database's line, in which searches wait too. */
const reading = { ...bounds, slots: 2, slotsPerCaller: 1, waiting: 500, waitingPerCaller: 24 };
/** Orders whose photos are fetched, or that are printed or wait for that. A caller has 24 at most. */
const orders = { ...bounds, slots: 24, slotsPerCaller: 8, waiting: 200, waitingPerCaller: 16 };
/** So that photos of no more brochures are in memory than are printed: each holds some 3 MB. */
const printing = { ...bounds, slots: THREADS, slotsPerCaller: THREADS, waiting: 24, waitingPerCaller: 24 };

/** Whose share it counts against; nothing more is done for one who has left. */
export type Customer = { caller: string | null; signal: AbortSignal };

export type Order<Kept> = {
  /** Names what was asked for, before anything was read. */
  name: string;
  /** Names everything that the brochure says and shows, photos by their addresses. */
  key: string;
  /** It may take as long as other servers do. */
  prepare: (signal: AbortSignal) => Promise<Kept>;
  /** When its turn has come. */
  draft: (kept: Kept) => Promise<Draft>;
};

type Draft = {
  brochure: Brochure;
  pictures: Pictures;
  /** When a photo that is missing may be had; null when none is missing. */
  staleAt: Date | null;
};

type Printed = { pdf: Buffer; staleAt: Date | null };

/**
 * Prints brochures in threads of their own, which give way to everything else. The same brochure is printed once for all
 * who ask for it, and kept in memory; one that lacks a photo only until that may be had.
 */
export class BrochurePress {
  readonly #clock: Clock;
  readonly #printed = new LRUCache<string, Printed>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ pdf }) => pdf.length,
  });
  /** Under which key that was printed last which was asked for by a name. */
  readonly #keys = new LRUCache<string, string>({ max: MOST_NAMES });
  readonly #reading = new FairQueue(reading);
  readonly #orders = new FairQueue(orders);
  readonly #printing = new FairQueue(printing);
  /** By caller and brochure: another's place in the line is not shared. */
  readonly #ordered = new SingleFlight<Buffer>();
  /** By brochure. */
  readonly #underWay = new SingleFlight<Buffer>();
  #threads: Promise<Piscina<PrintJob, Uint8Array>> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads what a brochure is about, unless its caller has too many brochures under way to be given another; one that is printed
   * already takes no place among them.
   *
   * @throws AppError 429, before any work; 503 when too many callers read at once.
   */
  async read<R>({ caller, signal }: Customer, name: string, work: () => Promise<R>): Promise<R> {
    if (!this.#kept(this.#keys.get(name) ?? "")) this.#orders.assertCapacityFor(caller);
    return this.#reading.run(caller, signal, work);
  }

  /** @throws AppError 429 when the caller has too many brochures under way, 503 when all callers together have. */
  async print<Kept>({ caller, signal }: Customer, order: Order<Kept>): Promise<Buffer> {
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

  /** What was printed before, while it stands. */
  #kept(key: string): Buffer | null {
    const printed = this.#printed.get(key);
    const stands = printed && (printed.staleAt === null || printed.staleAt > this.#clock.now());
    return stands ? printed.pdf : null;
  }

  async #make<Kept>({ key, prepare, draft }: Order<Kept>, { caller, signal }: Customer): Promise<Buffer> {
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }
}

/** What is handed over instead of copied. */
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
