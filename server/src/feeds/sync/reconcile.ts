import {
  exceedsGuard,
  listingsWithout,
  type RawRecord,
  readSourceBefore,
  storedVersions,
} from "../../listings/index.ts";
import { TIMESTAMP } from "../client/odata-query.ts";
import { keyPages } from "./key-pages.ts";
import { reconcileOthers } from "./other-resources.ts";
import { isGone, keyOfRecord, storedTime, timeInText } from "./record-fields.ts";
import { refetchListings } from "./refetch-listings.ts";
import { removeMissing } from "./remove-missing.ts";
import { startPhase } from "./run-counts.ts";
import { SeenIds } from "./seen-ids.ts";
import type { Sync } from "./sync.ts";

const FETCHED_AT_ONCE = 200;

/** How many listings the server offers, and how many of ours it does not. */
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
  const { ctx, feed, run } = sync;
  const before = await readSourceBefore(ctx.db, feed.source.name);
  await startPhase(ctx.db, run.id, "reconcile", { total: before.listings });
  const { seen, offered } = await readOffered(sync);
  const unseen = await listingsWithout(ctx.db, before, ({ id }) => seen.has(id));
  // Pages by links may skip records while they change: those are still there.
  const missing = await confirmMissing(sync, unseen, before.listings);
  await noteCounts({ offered, missing: missing.length });
  await removeMissing(sync, {
    ...{ ids: missing, listings: before.listings, revision: before.revision },
    offered,
  });
  await noteCounts({ offered, missing: 0 });
  await reconcileOthers(sync);
}

async function readOffered(sync: Sync): Promise<{ seen: SeenIds; offered: number }> {
  const { rejects } = sync.writer;
  const seen = new SeenIds();
  const rejected = new Set(rejects.keys("Property"));
  let offered = 0;
  const stale: string[] = [];
  for await (const records of keyPages(sync, "Property", fieldsToRead(sync))) {
    sync.ctx.signal.throwIfAborted();
    offered += records.length;
    stale.push(...(await staleKeys(sync, records, seen)));
    for (const record of records) rejected.delete(keyOfRecord("Property", record) ?? "");
    while (stale.length >= FETCHED_AT_ONCE) await refetchListings(sync, stale.splice(0, FETCHED_AT_ONCE));
  }
  await refetchListings(sync, stale.splice(0));
  if (offered > 0) await rejects.remove(sync.ctx.db, "Property", [...rejected]);
  return { seen, offered };
}

function fieldsToRead({ metadata }: Sync): string[] {
  const fields = metadata.Property?.fields ?? {};
  const more = ["StandardStatus", "MlgCanView"].filter((field) => field in fields);
  return ["ListingKey", TIMESTAMP, ...more];
}

/** The keys of listings to read: new ones, changed ones, removed ones that are back. The others are noted as seen. */
async function staleKeys(sync: Sync, records: RawRecord[], seen: SeenIds): Promise<string[]> {
  const { ctx, feed, writer } = sync;
  const keys = records.flatMap((record) => keyOfRecord("Property", record) ?? []);
  const versions = await storedVersions(ctx.db, feed.source.id, keys);
  const stored = new Map(versions.map((version) => [version.listing_key, version]));
  const stale: string[] = [];
  const gone: RawRecord[] = [];
  for (const record of records) {
    const key = keyOfRecord("Property", record);
    if (key === null) continue;
    const known = stored.get(key);
    const isRemoved = known === undefined || known.status === "Delete";
    if (known) seen.add(known.id);
    if (isGone(record)) {
      if (!isRemoved) gone.push(record);
      continue;
    }
    const time = storedTime(record);
    if (!isRemoved && (known.as_of?.getTime() ?? null) === time) continue;
    const rejected = writer.rejects.textOf("Property", key);
    if (rejected === undefined || timeInText(rejected) !== time) stale.push(key);
  }
  // It has no fields beside its key: enough for a removal.
  await writer.store(gone.map((record) => ({ ...record, StandardStatus: "Delete" })));
  return stale;
}

/** The ids of those that the server does not have when it is asked for their keys. It is not asked for more than the guard lets go. */
async function confirmMissing(
  sync: Sync,
  unseen: { id: number; listing_key: string }[],
  listings: number,
): Promise<number[]> {
  const { run, feed } = sync;
  const guard = { missing: unseen.length, listings, percent: feed.removalGuardPercent };
  if (!run.confirmsRemovals && exceedsGuard(guard)) return unseen.map(({ id }) => id);
  const idOf = new Map(unseen.map(({ id, listing_key }) => [listing_key, id]));
  for await (const records of sync.byKey.records("Property", [...idOf.keys()], { select: ["ListingKey"] })) {
    const found = records.flatMap((record) => keyOfRecord("Property", record) ?? []);
    for (const key of found) idOf.delete(key);
  }
  return [...idOf.values()];
}
