import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { missedDeletions, type ReaderPosition } from "../change-log.ts";
import type { RuleStamps } from "../rules/source-states.ts";
import { ListingIndex } from "../search-index/listing-index.ts";
import { codeDigest } from "./code-digest.ts";
import { type SnapshotHeader, SnapshotReader, UnusableSnapshot, writeSnapshot } from "./snapshot-file.ts";
import { countChanged, isTokenKnown, rememberToken } from "./snapshot-tokens.ts";

/** An index, and the changes that it includes. */
export type IndexState = ReaderPosition & { index: ListingIndex; rules: RuleStamps };

/** Fewer listings are read from the database in less time than a snapshot takes to write. */
const MIN_LISTINGS = 20_000;
/** After a start, which has other work to do. */
const FIRST_AFTER_MS = 15_000;
const EVERY_MS = 600_000;
/** A change is applied in several times the time of a row that is read from the database. */
const MAX_CHANGED_SHARE = 0.2;

type Timings = { leastListings: number; firstAfterMs: number; everyMs: number };

/**
 * The snapshot of the listing index in DATA_DIR, with which a start reads a file and the changes since instead of all listings. It is
 * optional: without a folder to write to, or when anything about the file does not fit, the index is built from the database.
 */
export class IndexSnapshots {
  readonly path: string;
  readonly #db: Db;
  readonly #log: Log;
  readonly #timings: Timings;
  #code: string | null = null;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #stored = -1;
  #isFailing = false;

  constructor(
    { db, log, dataDir }: { db: Db; log: Log; dataDir: string },
    timings: Timings = { leastListings: MIN_LISTINGS, firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS },
  ) {
    this.path = join(dataDir, "indexes", "listings.snapshot");
    this.#db = db;
    this.#log = log;
    this.#timings = timings;
  }

  /** The stored index; null when there is none that can be used. Completions are not loaded. */
  async load(): Promise<IndexState | null> {
    const started = performance.now();
    let reader: SnapshotReader;
    try {
      reader = await SnapshotReader.open(this.path);
    } catch (error) {
      return this.#refuse(error);
    }
    try {
      const { revision, comparedThrough, rules } = await this.#check(reader);
      const index = await indexFrom(reader);
      const ms = Math.round(performance.now() - started);
      this.#log.info({ listings: index.size, revision, ms }, "listing index snapshot loaded");
      this.#stored = revision;
      return { index, revision, comparedThrough, rules };
    } catch (error) {
      return this.#refuse(error);
    } finally {
      await reader.close();
    }
  }

  /** Stores the index now and then, when it has changed, until `stop`. */
  keep(current: () => IndexState): void {
    const schedule = (delayMs: number) => {
      if (this.#stopping.signal.aborted) return;
      this.#timer = setTimeout(() => {
        this.#running = this.#storeChanged(current())
          .catch((error: unknown) => this.#logFailure(error))
          .then(() => schedule(this.#timings.everyMs));
      }, delayMs).unref();
    };
    schedule(this.#timings.firstAfterMs);
  }

  /** A snapshot that is being written is abandoned. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Beside requests: a few milliseconds of work at a time. */
  async store({ index, revision, comparedThrough, rules }: IndexState): Promise<void> {
    const header = { code: this.#currentCode(), token: randomUUID(), revision, comparedThrough, rules };
    await writeSnapshot(this.path, {
      header,
      parts: index.parts(revision),
      outline: () => index.outline,
      beforeRename: () => rememberToken(this.#db, header),
      signal: this.#stopping.signal,
    });
    this.#stored = revision;
    this.#isFailing = false;
  }

  async #storeChanged(state: IndexState): Promise<void> {
    if (state.revision === this.#stored || state.index.size < this.#timings.leastListings) return;
    const started = performance.now();
    await this.store(state);
    const ms = Math.round(performance.now() - started);
    this.#log.debug({ listings: state.index.size, ms }, "listing index snapshot stored");
  }

  #currentCode(): string {
    this.#code ??= codeDigest();
    return this.#code;
  }

  async #check(reader: SnapshotReader): Promise<SnapshotHeader> {
    const { header } = reader;
    if (header.code !== this.#currentCode()) throw new UnusableSnapshot("it was stored by another version");
    const { listings } = await reader.contents();
    if (!(await isTokenKnown(this.#db, header))) {
      throw new UnusableSnapshot("it is not of this database, or of another schema");
    }
    if ((await missedDeletions(this.#db, header)) !== null) {
      throw new UnusableSnapshot("deletions since then were pruned");
    }
    const most = Math.ceil(listings * MAX_CHANGED_SHARE) + 1000;
    if ((await countChanged(this.#db, header.revision, most)) === most) {
      throw new UnusableSnapshot("too many listings have changed since then");
    }
    return header;
  }

  #refuse(error: unknown): null {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ path: this.path, reason }, "listing index snapshot refused, reading all listings");
    return null;
  }

  /** Logged once until it succeeds: a folder that cannot be written to mostly stays so. */
  #logFailure(error: unknown): void {
    if (this.#stopping.signal.aborted || this.#isFailing) return;
    this.#isFailing = true;
    this.#log.warn({ err: error, path: this.path }, "listing index snapshot not stored, will retry");
  }
}

async function indexFrom(reader: SnapshotReader): Promise<ListingIndex> {
  const { listings, outline } = await reader.contents();
  const index = new ListingIndex(outline);
  for await (const part of reader.parts()) {
    index.loadPart(part);
    await yieldToOthers();
  }
  if (index.size !== listings) throw new UnusableSnapshot("it has another number of listings than it should");
  for await (const _ of iterateYielding(index.finishLoading()));
  return index;
}
