import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import type { Piscina } from "piscina";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { Gate } from "../platform/gate.ts";
import type { Brochure, Pictures } from "./brochure.ts";
import type { PrintJob } from "./print/print-brochure.ts";

const CACHE_BYTES = 64 * 1_048_576;
/** Brochures in preparation or in print; each holds some 3 MB of photos while it is printed. */
const MOST_AT_ONCE = 24;
const TRY_AGAIN_SECONDS = 5;
const READERS = 2;
/** An ordinary one takes a fifth of a second. */
const LONGEST_MS = 30_000;
/** One thread leaves a core of two to the searches. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

export type Order<Kept> = {
  /** Names everything that the brochure says and shows, photos by their addresses. */
  key: string;
  /** Begun at once; it may take as long as other servers do. */
  prepare: () => Promise<Kept>;
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
  readonly #underWay = new Map<string, Promise<Buffer>>();
  readonly #readers = new Gate(READERS);
  /** So that photos of no more brochures are in memory than are printed. */
  readonly #gate = new Gate(THREADS);
  #threads: Promise<Piscina<PrintJob, Uint8Array>> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads what a brochure is about. Few at a time: twenty who ask at once would fill the database's line, in which
   * searches wait too.
   */
  read<R>(work: () => Promise<R>): Promise<R> {
    return this.#readers.run(work);
  }

  /** @throws AppError 503 when too many brochures are under way. */
  async print<Kept>(order: Order<Kept>): Promise<Buffer> {
    const { key } = order;
    const printed = this.#printed.get(key);
    const stands = printed && (printed.staleAt === null || printed.staleAt > this.#clock.now());
    if (stands) return printed.pdf;
    const under = this.#underWay.get(key);
    if (under) return under;
    if (this.#underWay.size >= MOST_AT_ONCE) {
      throw new AppError("unavailable", "Too many brochures are being printed at the moment", {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    const work = this.#make(order).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }

  async close(): Promise<void> {
    const threads = await this.#threads;
    await threads?.destroy();
  }

  async #make<Kept>({ key, prepare, draft }: Order<Kept>): Promise<Buffer> {
    const kept = await prepare();
    return this.#gate.run(async () => {
      const { brochure, pictures, staleAt } = await draft(kept);
      const pdf = await this.#run({ brochure, pictures, made: this.#clock.now() });
      this.#printed.set(key, { pdf, staleAt });
      return pdf;
    });
  }

  async #run(job: PrintJob): Promise<Buffer> {
    this.#threads ??= openThreads();
    const threads = await this.#threads;
    const pdf = await threads.run(job, {
      transferList: memoryOf(job.pictures),
      signal: AbortSignal.timeout(LONGEST_MS),
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
