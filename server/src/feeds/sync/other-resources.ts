import {
  deleteOpenHouses,
  isAboutTheData,
  openHouseKeys,
  type RawRecord,
  readOpenHouse,
  readRosterEntry,
  writeOpenHouses,
  writeRoster,
} from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { changedRecords } from "./changed-records.ts";
import { type Cursors, saveCursors } from "./cursors.ts";
import { keyPages } from "./key-pages.ts";
import { whileOwned } from "./own-feed.ts";
import { keyOfRecord } from "./record-fields.ts";
import type { RejectedRecord } from "./rejects.ts";
import type { Sync } from "./sync.ts";
import { Unoffered } from "./unoffered.ts";

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

const NO_CURSORS = () => null;

/**
 * Stores records of a resource, in one transaction with the cursor. Should the database refuse them, their halves are tried, until one
 * record stands alone: that one is rejected.
 */
export async function storeOthers(
  sync: Sync,
  resource: OtherResource,
  records: RawRecord[],
  cursors: () => Cursors | null = NO_CURSORS,
): Promise<void> {
  try {
    await storeTogether(sync, resource, { records, cursors });
  } catch (error) {
    const [only] = records;
    if (!isAboutTheData(error) || !only) throw error;
    if (records.length === 1) {
      const reasons = [`The database refuses it: ${error.message}`];
      return await storeTogether(sync, resource, {
        records,
        cursors,
        refused: [{ resource, record: only, reasons }],
      });
    }
    const middle = records.length >> 1;
    await storeOthers(sync, resource, records.slice(0, middle));
    await storeOthers(sync, resource, records.slice(middle), cursors);
  }
}

/** @param refused those of the records that are rejected unread. */
async function storeTogether(
  sync: Sync,
  resource: OtherResource,
  {
    records,
    cursors,
    refused,
  }: { records: RawRecord[]; cursors: () => Cursors | null; refused?: RejectedRecord[] },
): Promise<void> {
  const { ctx, feed, writer } = sync;
  await whileOwned(sync, async (db) => {
    const rejected = refused ?? (await writeRecords(db, feed.source.id, resource, records));
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
  const { feed, writer } = sync;
  await whileOwned(sync, async (db) => {
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
    const rejected = writer.rejects.keys(resource);
    if (held.length + rejected.length === 0) continue;
    const known = new Unoffered([...held, ...rejected]);
    let offered = 0;
    for await (const records of keyPages(sync, resource, [`${resource}Key`])) {
      offered += records.length;
      for (const record of records) known.note(keyOfRecord(resource, record));
    }
    if (offered > 0 && known.keys.length > 0) await removeOthers(sync, resource, known.keys);
  }
}

function keysOf(resource: OtherResource, records: RawRecord[]): string[] {
  return records.flatMap((record) => keyOfRecord(resource, record) ?? []);
}
