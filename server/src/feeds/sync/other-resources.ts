import { requireLease } from "../../leases/index.ts";
import {
  deleteOpenHouses,
  openHouseKeys,
  type RawRecord,
  readOpenHouse,
  readRosterEntry,
  writeOpenHouses,
  writeRoster,
} from "../../listings/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { changedRecords } from "./changed-records.ts";
import { type Cursors, saveCursors } from "./cursors.ts";
import { keyPages } from "./key-pages.ts";
import { keyOfRecord } from "./record-fields.ts";
import type { RejectedRecord } from "./rejects.ts";
import type { Sync } from "./sync.ts";

/** Resources beside Property and Media. */
export const otherResources = ["OpenHouse", "Member", "Office"] as const;
export type OtherResource = (typeof otherResources)[number];

/** Those that the feed is to read and the server has. */
export function readableOthers({ feed, metadata }: Pick<Sync, "feed" | "metadata">): OtherResource[] {
  return otherResources.filter((resource) => feed.resources.includes(resource) && metadata[resource]);
}

/** Reads what has changed of a resource. @throws FeedError */
export async function readOther(sync: Sync, resource: OtherResource): Promise<void> {
  for await (const { records, cursorsAfter } of changedRecords(sync, { resource })) {
    await storeOthers(sync, resource, records, () => cursorsAfter(records.length));
    sync.ctx.signal.throwIfAborted();
  }
}

/** Stores records of a resource, in one transaction with the cursor. */
export async function storeOthers(
  sync: Sync,
  resource: OtherResource,
  records: RawRecord[],
  cursors: () => Cursors | null = () => null,
): Promise<void> {
  const { ctx, feed, lease, writer } = sync;
  await inTransaction(ctx, async ({ db }) => {
    await requireLease(db, lease);
    const rejected = await writeRecords(db, feed.source.id, resource, records);
    if (rejected.length > 0) await writer.rejects.add(db, rejected, ctx.clock.now());
    const wrong = new Set(rejected.map(({ record }) => record));
    const right = records.filter((record) => !wrong.has(record));
    await writer.rejects.remove(db, resource, keysOf(resource, right));
    const moved = cursors();
    if (moved) await saveCursors(db, feed, moved);
  });
}

async function writeRecords(
  db: Db,
  sourceId: number,
  resource: OtherResource,
  records: RawRecord[],
): Promise<RejectedRecord[]> {
  const reject = (record: RawRecord, reasons: string[]): RejectedRecord => ({ resource, record, reasons });
  if (resource === "OpenHouse") {
    const read = records.map((record) => ({ record, ...readOpenHouse(record) }));
    await writeOpenHouses(
      db,
      sourceId,
      read.flatMap((each) => ("openHouse" in each ? [each.openHouse] : [])),
    );
    return read.flatMap((each) => ("reasons" in each ? [reject(each.record, each.reasons)] : []));
  }
  const read = records.map((record) => ({ record, ...readRosterEntry(resource, record) }));
  const entries = read.flatMap((each) => ("entry" in each ? [each.entry] : []));
  if (entries.length > 0) await writeRoster(db, { sourceId, roster: resource, entries });
  return read.flatMap((each) => ("reasons" in each ? [reject(each.record, each.reasons)] : []));
}

/** Open houses with these keys are not offered any more. */
export async function removeOthers(sync: Sync, resource: OtherResource, keys: string[]): Promise<void> {
  const { ctx, feed, lease, writer } = sync;
  await inTransaction(ctx, async ({ db }) => {
    await requireLease(db, lease);
    if (resource === "OpenHouse") await deleteOpenHouses(db, feed.source.id, keys);
    await writer.rejects.remove(db, resource, keys);
  });
}

/** Reads what has changed, and forgets open houses and rejects that are no longer offered. An empty answer removes nothing. */
export async function reconcileOthers(sync: Sync): Promise<void> {
  const { ctx, feed, writer } = sync;
  for (const resource of readableOthers(sync)) {
    await readOther(sync, resource);
    const held = resource === "OpenHouse" ? await openHouseKeys(ctx.db, feed.source.id) : [];
    const known = new Set([...held, ...writer.rejects.keys(resource)]);
    if (known.size === 0) continue;
    let offered = 0;
    for await (const records of keyPages(sync, resource, [`${resource}Key`])) {
      offered += records.length;
      for (const key of keysOf(resource, records)) known.delete(key);
    }
    if (offered > 0 && known.size > 0) await removeOthers(sync, resource, [...known]);
  }
}

function keysOf(resource: OtherResource, records: RawRecord[]): string[] {
  return records.flatMap((record) => keyOfRecord(resource, record) ?? []);
}
