import { statfs } from "node:fs/promises";
import { AppError } from "./errors.ts";
import type { Log } from "./log.ts";

const MEGABYTE = 1_048_576;
/**
 * Nothing more is written below this. PostgreSQL ends when it cannot extend its log, whose segments have 16 MB, and a start of the
 * embedded database requires 32 MB (prepare-data-folder.ts).
 */
const RESERVE_BYTES = 64 * MEGABYTE;
/** Writes go on above this: a disk at the limit would change its state with every write. */
const ENOUGH_BYTES = 72 * MEGABYTE;
const KEPT_MS = 1000;
const RETRY_AFTER_SECONDS = 60;

/** 503 while there is no space for what a request stores. Without a cause it was refused in advance, which is logged once. */
export class DiskFull extends AppError {
  constructor(cause?: unknown) {
    super(
      "unavailable",
      "Cannot store anything: the disk of the server is full. Send it again when there is space.",
      { retryAfter: RETRY_AFTER_SECONDS, cause },
    );
  }
}

/** Of the file system, of a user's quota, and of PostgreSQL. */
const CODES = ["ENOSPC", "EDQUOT", "53100"];

export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFull || CODES.includes(String((error as { code?: unknown } | null)?.code));
}

type Watched = { dataDir: string; keepsDatabase: boolean; log: Log };

/** The free space of DATA_DIR. Where the embedded database is in it, a reserve is kept, with which it can go on and start again. */
export class DiskSpace {
  readonly #watched: Watched;
  #free: Promise<number> | null = null;
  #readAt = 0;
  #isExhausted = false;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** NaN where the file system does not report it. As of the last second. */
  freeBytes(): Promise<number> {
    const now = performance.now();
    if (this.#free === null || now - this.#readAt > KEPT_MS) {
      this.#readAt = now;
      this.#free = freeBytesOf(this.#watched.dataDir);
    }
    return this.#free;
  }

  /** Whether the embedded database must not be written to. */
  async isExhausted(): Promise<boolean> {
    const { dataDir, keepsDatabase, log } = this.#watched;
    if (!keepsDatabase) return false;
    const free = await this.freeBytes();
    const isExhausted = free < (this.#isExhausted ? ENOUGH_BYTES : RESERVE_BYTES);
    if (isExhausted === this.#isExhausted) return isExhausted;
    this.#isExhausted = isExhausted;
    const facts = { data_dir: dataDir, free_mb: Math.floor(free / MEGABYTE) };
    if (isExhausted) log.error(facts, "disk full, writes refused until 72 MB are free");
    else log.warn(facts, "disk has space again, writes accepted");
    return isExhausted;
  }

  /** @throws DiskFull while the embedded database must not be written to. */
  async requireSpace(): Promise<void> {
    if (await this.isExhausted()) throw new DiskFull();
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    // Some network file systems report no size.
    return blocks === 0 ? Number.NaN : bsize * bavail;
  } catch {
    // With PostgreSQL the folder is optional.
    return Number.NaN;
  }
}
