import type { Lease } from "../../leases/index.ts";
import {
  type BatchOutcome,
  BatchWriter,
  type CardRow,
  type CommitPart,
  type ImportItem,
  keyOf,
  type RawRecord,
  readEntry,
  rekeyListing,
  writeOrSplit,
} from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import type { Feed } from "../feed-row.ts";
import type { ByKey } from "./by-key.ts";
import { type Cursors, saveCursors } from "./cursors.ts";
import { type MediaWay, readMediaOf } from "./media-of.ts";
import { OrderedBatches } from "./ordered-batches.ts";
import { requireOwnFeed, whileOwned, whileOwnedWithListings } from "./own-feed.ts";
import { isGone, keyOfRecord } from "./record-fields.ts";
import type { RejectedRecord, Rejects } from "./rejects.ts";
import type { Run, SyncContext } from "./run.ts";
import { addCounts, type Deferred, type RunCounts } from "./run-counts.ts";

type Parts = {
  ctx: SyncContext;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  byKey: ByKey;
  rejects: Rejects;
  deferred: Deferred;
  media: MediaWay;
};

/** The cursors once the first `count` records of a page are stored; null: they stay. */
export type CursorsAfter = (count: number) => Cursors | null;

type How = {
  /** Throws where an earlier batch is not stored. */
  requireOrder: () => void;
  cursorsAfter: CursorsAfter;
  counts: (part: ImportItem[]) => RunCounts;
};

/**
 * Stores Property records as an import does: each batch is one transaction, with the cursor, the counts and the rejects. A record
 * replaces the stored version, since it is what the server has now.
 */
export class PropertyWriter {
  readonly #parts: Parts;
  readonly #writer: BatchWriter;
  readonly rejects: Rejects;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.rejects = parts.rejects;
    this.#writer = new BatchWriter(parts.ctx, parts.feed.source, { readInOrder: true });
  }

  /** @param known records that are stored as they are: they are counted, and passed over. */
  async store(
    records: RawRecord[],
    cursorsAfter: CursorsAfter = () => null,
    known: ReadonlySet<RawRecord> = new Set(),
  ): Promise<void> {
    const items: ImportItem[] = [];
    const batches = new OrderedBatches((batch: ImportItem[], requireOrder) =>
      this.#write(batch, records, {
        requireOrder,
        cursorsAfter,
        counts: (part) => ({ read: part.length, done: part.length }),
      }),
    );
    try {
      let begun = 0;
      for await (const item of this.#read(records, known)) {
        const { batchRows } = this.#writer;
        if (items.push(item) - begun < batchRows) continue;
        await batches.add(items.slice(begun));
        begun = items.length;
        this.#parts.ctx.signal.throwIfAborted();
      }
      if (begun < items.length) await batches.add(items.slice(begun));
      await batches.end();
    } finally {
      await batches.settled();
    }
    this.#parts.ctx.signal.throwIfAborted();
    const conflicts = batches.outcomes.flatMap(({ keyConflicts }) => keyConflicts);
    await this.#takeOver(conflicts, items, records);
    const isEndStored = items.at(-1)?.line === records.length;
    if (!isEndStored || known.size > 0) await this.#pass(records.length, known.size, cursorsAfter);
  }

  /** Moves the cursors to the end of records whose last ones are not stored anew. */
  async #pass(end: number, known: number, cursorsAfter: CursorsAfter): Promise<void> {
    const cursors = cursorsAfter(end);
    const counts = { read: known, unchanged: known, done: known };
    if (!cursors) return this.#parts.deferred.count(counts);
    await whileOwned(this.#parts, async (db) => {
      await saveCursors(db, this.#parts.feed, cursors);
      await addCounts(db, this.#parts.run.id, counts);
    });
  }

  async *#read(records: RawRecord[], known: ReadonlySet<RawRecord>): AsyncGenerator<ImportItem> {
    const { byKey, media } = this.#parts;
    const read = records.filter((record) => !known.has(record));
    const keys = read.flatMap((record) => keyOfRecord("Property", record) ?? []);
    const mediaOf = media === "resource" ? await readMediaOf({ byKey, way: media }, keys) : null;
    let line = 0;
    for await (const record of iterateYielding(records)) {
      line++;
      if (known.has(record)) continue;
      const whole = mediaOf
        ? { ...record, Media: mediaOf.get(keyOfRecord("Property", record) ?? "") ?? [] }
        : record;
      const item = readEntry(whole, { line, unit: "record", mayHoldReplacement: false });
      const complaint = "reasons" in item ? null : complaintAboutKey(keyOfRecord("Property", record));
      yield complaint === null ? item : { line, reasons: [complaint] };
    }
  }

  async #write(
    batch: ImportItem[],
    records: RawRecord[],
    { requireOrder, cursorsAfter, counts }: How,
  ): Promise<BatchOutcome> {
    const { ctx, feed, run, lease, deferred } = this.#parts;
    const countsOf = (part: ImportItem[], stored: BatchOutcome): RunCounts => {
      const { created, updated, unchanged, removed, photos, rejects } = stored;
      const given = counts(part);
      const rejected = (given.rejected ?? 0) + rejects.length;
      return { ...given, created, updated: updated - removed, unchanged, removed, photos, rejected };
    };
    const commitPart: CommitPart = async (db, part, stored) => {
      requireOrder();
      // A process that has lost its lease must not write over the one that goes on, nor one whose feed was deleted.
      await requireOwnFeed(db, { feed, lease });
      const cursors = cursorsAfter(part.at(-1)?.line ?? 0);
      if (cursors) await saveCursors(db, feed, cursors);
      await this.#noteRejects(db, part, stored, records);
      await addCounts(db, run.id, countsOf(part, stored));
    };
    const keepUnchanged = (part: ImportItem[], stored: BatchOutcome) => {
      // An earlier batch may still store an older version of one of its listings.
      requireOrder();
      const isKept =
        cursorsAfter(part.at(-1)?.line ?? 0) === null && !this.rejects.includesAny("Property", keysOf(part));
      if (isKept) deferred.count(countsOf(part, stored));
      return isKept;
    };
    const outcome = await writeOrSplit(ctx, this.#writer, batch, { commitPart, keepUnchanged });
    // What a record leaves out of its agent and office may be in the roster: such cards are read from the database.
    ctx.listings.cards.remember(outcome.cards.filter(hasAllContacts));
    return outcome;
  }

  async #noteRejects(
    db: Db,
    part: ImportItem[],
    { rejects, keyConflicts }: BatchOutcome,
    records: RawRecord[],
  ) {
    const holderOf = new Map(keyConflicts.map(({ key, holder }) => [key, holder]));
    const rejected = rejects.map(({ line, reasons }): RejectedRecord => {
      const record = records[line - 1] as RawRecord;
      const holder = holderOf.get(keyOfRecord("Property", record) ?? "");
      return { resource: "Property", record, reasons, holder };
    });
    if (rejected.length > 0) await this.rejects.add(db, rejected, this.#parts.ctx.clock.now());
    const lines = new Set(rejects.map(({ line }) => line));
    const right = keysOf(part.filter(({ line }) => !lines.has(line)));
    await this.rejects.remove(db, "Property", right);
  }

  /**
   * Records have the ListingIds of listings whose keys are no longer offered: they are those listings (D21). One whose holder is still
   * offered stays rejected; each reconcile tries again.
   */
  async #takeOver(
    conflicts: BatchOutcome["keyConflicts"],
    items: ImportItem[],
    records: RawRecord[],
  ): Promise<void> {
    const offered = await this.#offered(conflicts.filter((each) => !isSameKey(each)));
    for (const conflict of conflicts) {
      const { key, holder } = conflict;
      const item = items.findLast((each) => keyOf(each) === key);
      if (!item || (!isSameKey(conflict) && offered.has(holder))) continue;
      await whileOwnedWithListings(this.#parts, (db) =>
        rekeyListing(db, { sourceId: this.#parts.feed.source.id, from: holder, to: key }),
      );
      const takenBack = { rejected: -1 };
      await this.#write([item], records, {
        requireOrder: () => {},
        cursorsAfter: () => null,
        counts: () => takenBack,
      });
    }
  }

  /** Those of the holders that the server offers: not those whose records say that they are gone. */
  async #offered(conflicts: BatchOutcome["keyConflicts"]): Promise<Set<string>> {
    const offered = new Set<string>();
    const holders = [...new Set(conflicts.map(({ holder }) => holder))];
    for await (const found of this.#parts.byKey.records("Property", holders))
      for (const record of found) if (!isGone(record)) offered.add(keyOfRecord("Property", record) ?? "");
    return offered;
  }
}

/** Stricter than a file's: a reconcile would remove what is stored under another key than the server's. */
function complaintAboutKey(key: string | null): string | null {
  if (key === null) return "ListingKey is required";
  return key === key.trim() ? null : "ListingKey must not begin or end with spaces";
}

function hasAllContacts({ agent_name, office_name, office_phone, office_email }: CardRow): boolean {
  return [agent_name, office_name, office_phone, office_email].every((field) => field !== null);
}

function keysOf(items: ImportItem[]): string[] {
  return items.flatMap((item) => keyOf(item) ?? []);
}

function isSameKey({ key, holder }: BatchOutcome["keyConflicts"][number]): boolean {
  return key.toLowerCase() === holder.toLowerCase();
}
