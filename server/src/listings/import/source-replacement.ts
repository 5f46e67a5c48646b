import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { newestListingRevision } from "../announced-listings.ts";
import { BatchSize } from "./batch-size.ts";
import { boundsFor, lockRevisions } from "./batch-writer.ts";
import type { Incomplete } from "./file-facts.ts";
import type { ImportContext } from "./import-records.ts";
import { type ImportItem, keyOf } from "./listing-record.ts";
import type { Source } from "./plan-batch.ts";
import { guardRemoval, type Removal, reasonToHold } from "./removal.ts";
import { removeListings } from "./remove-listings.sql.ts";
import { findOrCreateSource } from "./sources.ts";
import { storedKeys } from "./stored-keys.sql.ts";

const KEYS_AT_ONCE = 5000;
const DEFAULT_GUARD_PERCENT = 20;

export type ReplaceOptions = {
  /** The share of the source's listings above which nothing is removed; 20 by default. */
  guardPercent?: number | undefined;
  onRemoved?: (progress: { removed: number; missing: number }) => void | Promise<void>;
};

/** A source before its import: the newest revision, and its listings. */
export type SourceBefore = { source: Source; revision: number; listings: number };

/** Called before the first byte is read, so that listings that others add from then on are known. */
export async function readSourceBefore(db: Db, name: string): Promise<SourceBefore> {
  const source = await findOrCreateSource(db, name);
  const revision = await newestListingRevision(db);
  const { listings } = await db
    .selectFrom("listings")
    .select(({ fn }) => fn.countAll<number>().as("listings"))
    .where("source_id", "=", source.id)
    .where("status", "!=", "Delete")
    .executeTakeFirstOrThrow();
  return { source, revision, listings };
}

/**
 * Removes the listings of a source that a file does not have, once all of it is stored. Listings that another writer has added or
 * changed since the import began stay.
 */
export class SourceReplacement {
  readonly #ctx: ImportContext;
  readonly #before: SourceBefore;
  /** Keys of the file. */
  readonly #offered = new Set<string>();
  #unreadable = 0;

  constructor(ctx: ImportContext, before: SourceBefore) {
    this.#ctx = ctx;
    this.#before = before;
  }

  /** Notes which listings the file has. */
  async *note(items: AsyncIterable<ImportItem[]>): AsyncGenerator<ImportItem[]> {
    for await (const some of items) {
      for (const item of some) {
        const key = keyOf(item);
        if (key === undefined) this.#unreadable++;
        else this.#offered.add(key);
      }
      yield some;
    }
  }

  /** Called when the whole file has been read and stored. */
  async finish(
    incomplete: Incomplete | null,
    { guardPercent = DEFAULT_GUARD_PERCENT, onRemoved }: ReplaceOptions,
  ): Promise<Removal> {
    const { listings } = this.#before;
    const held = { state: "held", listings, removed: 0 } as const;
    const counts = { listings, offered: this.#offered.size, unreadable: this.#unreadable };
    const error = reasonToHold(incomplete, counts);
    if (error) return { ...held, missing: null, error };
    const missing = await this.#missing();
    const guarded = guardRemoval(missing.length, listings, guardPercent);
    if (guarded) return { ...held, missing: missing.length, error: guarded };

    const removed = await this.#remove(missing, onRemoved);
    await this.#ctx.listings.index.catchUp();
    const state = this.#ctx.signal.aborted ? "interrupted" : "succeeded";
    return { state, listings, missing: missing.length, removed, error: null };
  }

  /** The ids of the listings that the file does not have. */
  async #missing(): Promise<number[]> {
    const { source, revision } = this.#before;
    const missing: number[] = [];
    let after: string | undefined = "";
    while (after !== undefined) {
      const range = { sourceId: source.id, revision, after, limit: KEYS_AT_ONCE };
      const page = await storedKeys(this.#ctx.db, range);
      for (const { id, listing_key } of page) if (!this.#offered.has(listing_key)) missing.push(id);
      after = page.at(-1)?.listing_key;
    }
    return missing;
  }

  async #remove(ids: number[], onRemoved: ReplaceOptions["onRemoved"]): Promise<number> {
    const size = new BatchSize(boundsFor(this.#ctx));
    let removed = 0;
    for (let at = 0; at < ids.length && !this.#ctx.signal.aborted; ) {
      const batch = ids.slice(at, at + size.rows);
      removed += await inTransaction(this.#ctx, async ({ db }) => {
        await lockRevisions(db);
        const started = performance.now();
        const count = await removeListings(db, { ids: batch, revision: this.#before.revision });
        size.note(batch.length, performance.now() - started);
        return count;
      });
      at += batch.length;
      await onRemoved?.({ removed, missing: ids.length });
      await yieldToOthers();
    }
    return removed;
  }
}
