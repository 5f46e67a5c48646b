import type { Db } from "../../platform/database/database.ts";
import { newestListingRevision } from "../announced-listings.ts";
import { prefixedId } from "./choose-listing-ids.ts";
import type { Incomplete } from "./file-facts.ts";
import type { ImportContext } from "./import-records.ts";
import { type ImportItem, keyOf } from "./listing-record.ts";
import { listingsWithout } from "./listings-without.ts";
import type { Source } from "./plan-batch.ts";
import { guardRemoval, type Removal, reasonToHold } from "./removal.ts";
import { removeUnchanged } from "./remove-unchanged.ts";
import { findOrCreateSource } from "./sources.ts";
import type { StoredKey } from "./stored-keys.sql.ts";

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
  /** Public ids of the file, where they are not the keys: a row with another key for a known id is rejected, and keeps its listing. */
  readonly #offeredIds = new Set<string>();
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
        if ("record" in item && item.record.listing_id !== key) this.#offeredIds.add(item.record.listing_id);
      }
      yield some;
    }
  }

  /** How many listings the file has, each once, and rows whose listing cannot be read. */
  get read(): number {
    return this.#offered.size + this.#unreadable;
  }

  #isOffered({ listing_key, listing_id }: StoredKey): boolean {
    if (this.#offered.has(listing_key)) return true;
    const prefix = prefixedId(this.#before.source, "");
    const ids = listing_id.startsWith(prefix) ? [listing_id, listing_id.slice(prefix.length)] : [listing_id];
    return ids.some((id) => this.#offered.has(id) || this.#offeredIds.has(id));
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
    const unoffered = await listingsWithout(this.#ctx.db, this.#before.source, {
      isOffered: (stored) => this.#isOffered(stored),
      revision: this.#before.revision,
    });
    const missing = unoffered.map(({ id }) => id);
    const guarded = guardRemoval(missing.length, listings, guardPercent);
    if (guarded) return { ...held, missing: missing.length, error: guarded };

    const removed = await removeUnchanged(this.#ctx, {
      ids: missing,
      revision: this.#before.revision,
      onRemoved: (removed) => onRemoved?.({ removed, missing: missing.length }),
    });
    await this.#ctx.listings.index.catchUp();
    const state = this.#ctx.signal.aborted ? "interrupted" : "succeeded";
    return { state, listings, missing: missing.length, removed, error: null };
  }
}
