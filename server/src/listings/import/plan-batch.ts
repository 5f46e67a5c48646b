import { type CompiledQuery, sql } from "kysely";
import { utcDay } from "../../platform/clock.ts";
import { type BulkColumn, bulkQuery } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import { listingZone, localDay } from "../local-day.ts";
import { chooseListingIds, prefixedId, type Refusal } from "./choose-listing-ids.ts";
import { hashesOfCopied } from "./content-hashes.ts";
import { type FoldedListing, foldBatch, type KnownListing } from "./fold-batch.ts";
import { knownListings, type PublicId } from "./known-listings.sql.ts";
import {
  idColumn,
  insertListings,
  listingColumns,
  type StoredListing,
  updateListings,
} from "./listing-columns.ts";
import { type ImportItem, keyOf, type ListingRecord } from "./listing-record.ts";
import { type Reject, rejectOf } from "./reject.ts";
import { type PlanStart, startPlan } from "./start-plan.sql.ts";

export type Source = { id: number; name: string };

/** The writes of a batch, encoded and ready to be sent. Valid while the stored rows are those of `revision`. */
export type BatchPlan = {
  revision: number;
  /** Keys and public ids: two batches that share any depend on each other. */
  conflictKeys: Set<string>;
  listings: FoldedListing[];
  /** Those that are inserted or updated. */
  rows: StoredListing[];
  sourceId: number;
  /** What is shown of its photos is not what the records say. */
  hasCopies: boolean;
  insert: CompiledQuery | null;
  update: CompiledQuery | null;
  remove: CompiledQuery | null;
  /** Rows of `listings` that these write. */
  writes: number;
  rejects: Reject[];
  keyConflicts: KeyConflict[];
};

/** A record was rejected because its public id is that of another listing of the source, with the key `holder`. */
export type KeyConflict = { key: string; holder: string };

export type Batch = {
  source: Source;
  items: ImportItem[];
  now: Date;
  /** See `foldBatch`. */
  readInOrder: boolean;
};

/** The stored rows of a batch's listings at `revision`. */
export type StoredState = PlanStart & { known: Map<string, KnownListing>; inUse: PublicId[] };

/** Reads the stored rows of a batch's listings, and makes the plan. */
export async function planBatch(db: Db, batch: Batch): Promise<BatchPlan> {
  return makePlan(batch, await readStored(db, batch));
}

export async function readStored(db: Db, { source, items }: Batch): Promise<StoredState> {
  const start = await startPlan(db, source.id);
  const records = items.flatMap((item) => ("record" in item ? [item.record] : []));
  const removals = items.flatMap((item) => ("removal" in item ? [item.removal] : []));
  const { known, inUse } = await knownListings(db, {
    sourceId: source.id,
    keys: [...records, ...removals].map(({ listing_key }) => listing_key),
    listingIds: records.map(({ listing_id }) => listing_id),
  });
  const elsewhere = inUse.filter(({ source_id }) => source_id !== source.id);
  const prefixed = elsewhere.map(({ listing_id }) => prefixedId(source, listing_id));
  return {
    ...start,
    known,
    inUse: prefixed.length > 0 ? [...inUse, ...(await holdersOf(db, prefixed))] : inUse,
  };
}

/** Folds the batch into the stored rows, and prepares the writes. */
export function makePlan(
  { source, items: sent, now, readInOrder }: Batch,
  { revision, copiesPhotos, hasCopies, known, inUse }: StoredState,
): BatchPlan {
  const items = copiesPhotos ? sent.map(asCopied) : sent;
  const folded = foldBatch(items, known, { today: utcDay(now), readInOrder });
  const { ids, refused } = chooseListingIds(folded, source, inUse);
  const listings = folded.filter((listing) => !refused.has(listing.key));
  const rows = listings.filter(hasRecord).map(
    ({ key, known, record, removal, contentHash, photosHash }): StoredListing => ({
      id: known?.id ?? null,
      record: removal ? { ...record, ...removal, status: "Delete" } : record,
      listing_id: ids.get(key) as string,
      source_id: source.id,
      content_hash: contentHash,
      photos_hash: photosHash,
      today: localDay(listingZone(record.state), now),
    }),
  );
  const created = rows.filter(({ id }) => id === null);
  const changed = rows.filter(({ id }) => id !== null);
  const removed = listings.flatMap(({ known, record, removal }) =>
    known && removal && !record ? [{ id: known.id, ...removal }] : [],
  );
  return {
    revision,
    conflictKeys: new Set(folded.flatMap((listing) => conflictKeysOf(listing, source))),
    listings,
    rows,
    sourceId: source.id,
    hasCopies,
    insert: bulkQuery(created, listingColumns, insertListings),
    update: bulkQuery(changed, [idColumn, ...listingColumns], updateListings),
    remove: bulkQuery(removed, removedColumns, removeListings),
    writes: rows.length + removed.length,
    rejects: [...unreadable(items), ...refusals(items, refused)].sort((a, b) => a.line - b.line),
    keyConflicts: [...refused].flatMap(([key, { holder }]) => (holder === null ? [] : [{ key, holder }])),
  };
}

/** Whether all records are stored as they are. */
export function isUnchanged({ writes, rejects, listings }: BatchPlan): boolean {
  const hasEvents = listings.some(
    ({ events, supersededEvents }) => events.length + supersededEvents.length > 0,
  );
  return writes === 0 && rejects.length === 0 && !hasEvents;
}

function hasRecord(listing: FoldedListing): listing is FoldedListing & { record: ListingRecord } {
  return listing.record !== null;
}

function asCopied(item: ImportItem): ImportItem {
  return "record" in item ? { ...item, hashes: hashesOfCopied(item.record) } : item;
}

function conflictKeysOf({ key, record }: FoldedListing, source: Source): string[] {
  return record ? [key, record.listing_id, prefixedId(source, record.listing_id)] : [key];
}

type Removed = { id: number; as_of: string | null };

const removedColumns: BulkColumn<Removed>[] = [
  { name: "id", type: "bigint", value: ({ id }) => id },
  { name: "as_of", type: "timestamptz", value: ({ as_of }) => as_of },
];

/** `as_of` is stored, so that a version older than the removal does not undo it. */
const removeListings = (t: string) => `
  update listings
  set status = 'Delete', as_of = t.as_of, updated_at = now()
  from ${t}
  where listings.id = t.id`;

function unreadable(items: ImportItem[]): Reject[] {
  return items.flatMap((item) => ("reasons" in item ? [rejectOf(item, item.reasons)] : []));
}

function refusals(items: ImportItem[], refused: Map<string, Refusal>): Reject[] {
  if (refused.size === 0) return [];
  return items.flatMap((item) => {
    const refusal = refused.get(keyOf(item) ?? "");
    return refusal === undefined || "reasons" in item ? [] : [rejectOf(item, [refusal.reason])];
  });
}

/** The listings with these public ids. Index: listings_listing_id_key. Expected: few rows, rarely executed. */
export async function holdersOf(db: Db, listingIds: string[]): Promise<PublicId[]> {
  const { rows } = await sql<PublicId>`
    select listing_id, source_id, listing_key
    from listings
    where listing_id = any(${listingIds}::text[])`.execute(db);
  return rows;
}
