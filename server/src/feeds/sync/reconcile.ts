import {
  compareVersions,
  type RawRecord,
  readSourceBefore,
  storedVersions,
  unseenListings,
} from "../../listings/index.ts";
import { TIMESTAMP } from "../client/odata-query.ts";
import { keyPages } from "./key-pages.ts";
import { reconcileOthers } from "./other-resources.ts";
import { whileOwned } from "./own-feed.ts";
import { isGone, keyOfRecord, storedTime } from "./record-fields.ts";
import { refetchListings } from "./refetch-listings.ts";
import { guardedRemoval, type MissingListing, removeMissing } from "./remove-missing.ts";
import { startPhase } from "./run-counts.ts";
import { SeenIds } from "./seen-ids.ts";
import type { Sync } from "./sync.ts";
import { Unoffered } from "./unoffered.ts";

const FETCHED_AT_ONCE = 200;

/** How many listings the server offers, those that say they are gone not counted, and how many of ours it does not. */
export type Reconciled = { offered: number; missing: number };

/**
 * Compares the keys and timestamps of the server with the stored ones: what is new or differs is read by key, what is no longer
 * offered is removed.
 *
 * @param noteCounts stores what was found, also where removals are then held.
 * @throws FeedError, removals_held among them.
 */
export async function reconcile(
  sync: Sync,
  noteCounts: (counts: Reconciled) => Promise<void>,
): Promise<void> {
  const { ctx, feed } = sync;
  const before = await readSourceBefore(ctx.db, feed.source.name);
  await startPhase(sync, "reconcile", { total: before.listings });
  const { seen, answered, offered } = await readOffered(sync);
  const unseen = await unseenListings(ctx.db, feed.source.id, seen);
  // Pages by links may skip records while they change: those are still there.
  const missing = await confirmMissing(sync, unseen, before.listings);
  await noteCounts({ offered, missing: missing.length });
  await removeMissing(sync, { missing, listings: before.listings, answered });
  await noteCounts({ offered, missing: 0 });
  await reconcileOthers(sync);
}

/** `answered`: the number of records, with those that say they are gone. */
async function readOffered(sync: Sync): Promise<{ seen: SeenIds; answered: number; offered: number }> {
  const { rejects } = sync.writer;
  const seen = new SeenIds();
  const rejected = new Unoffered(rejects.keys("Property"));
  let answered = 0;
  let offered = 0;
  const stale: string[] = [];
  for await (const records of keyPages(sync, "Property", fieldsToRead(sync))) {
    sync.ctx.signal.throwIfAborted();
    answered += records.length;
    for (const record of records) if (!isGone(record)) offered++;
    stale.push(...(await staleKeys(sync, records, seen)));
    for (const record of records) rejected.note(keyOfRecord("Property", record));
    while (stale.length >= FETCHED_AT_ONCE) await refetch(sync, stale.splice(0, FETCHED_AT_ONCE), seen);
  }
  await refetch(sync, stale.splice(0), seen);
  if (answered > 0) await whileOwned(sync, (db) => rejects.remove(db, "Property", rejected.keys));
  return { seen, answered, offered };
}

/** Reads listings by key and notes them as seen: also new ones, and those that had another key before. */
async function refetch(sync: Sync, keys: string[], seen: SeenIds): Promise<void> {
  await refetchListings(sync, keys);
  for (const { id } of await storedVersions(sync.ctx.db, sync.feed.source.id, keys)) seen.add(id);
}

function fieldsToRead({ metadata }: Sync): string[] {
  const fields = metadata.Property?.fields ?? {};
  const more = ["StandardStatus", "MlgCanView"].filter((field) => field in fields);
  return ["ListingKey", TIMESTAMP, ...more];
}

/** The keys of listings to read: new ones, changed ones, removed ones that are back. The others are noted as seen. */
async function staleKeys(sync: Sync, records: RawRecord[], seen: SeenIds): Promise<string[]> {
  const { ctx, feed, writer } = sync;
  const offered = records.flatMap((record) => {
    const key = keyOfRecord("Property", record);
    return key === null ? [] : [{ key, time: storedTime(record), record }];
  });
  const { ids, different } = await compareVersions(ctx.db, feed.source.id, offered);
  seen.addAll(ids);
  const changed = new Set(different);
  const stale: string[] = [];
  const gone: RawRecord[] = [];
  for (const { key, time, record } of offered) {
    if (isGone(record)) gone.push(record);
    else if (changed.has(key)) {
      // The listing that has its ListingId may be offered no more.
      const rejected = writer.rejects.get("Property", key);
      if (rejected === undefined || rejected.time !== time || rejected.holder !== null) stale.push(key);
    }
  }
  await removeGone(sync, gone);
  return stale;
}

/** Removes listings whose records say that they are gone. */
async function removeGone({ ctx, feed, writer }: Sync, records: RawRecord[]): Promise<void> {
  const keys = records.flatMap((record) => keyOfRecord("Property", record) ?? []);
  if (keys.length === 0) return;
  const versions = await storedVersions(ctx.db, feed.source.id, keys);
  const stored = new Set(
    versions.flatMap(({ listing_key, status }) => (status === "Delete" ? [] : listing_key)),
  );
  const gone = records.filter((record) => stored.has(keyOfRecord("Property", record) ?? ""));
  // It has no fields beside its key: enough for a removal.
  await writer.store(gone.map((record) => ({ ...record, StandardStatus: "Delete" })));
}

/** Those that the server does not have when it is asked for their keys. It is not asked for more than the guard lets go. */
async function confirmMissing(
  sync: Sync,
  unseen: MissingListing[],
  listings: number,
): Promise<MissingListing[]> {
  const guarded = await guardedRemoval(sync, { missing: unseen.length, listings });
  if (!sync.run.confirmsRemovals && guarded.isHeld) return unseen;
  const missing = new Map(unseen.map((listing) => [listing.listing_key, listing]));
  for await (const records of sync.byKey.records("Property", [...missing.keys()], {
    select: ["ListingKey"],
  })) {
    const found = records.flatMap((record) => keyOfRecord("Property", record) ?? []);
    for (const key of found) missing.delete(key);
  }
  return [...missing.values()];
}
