import {
  deleteOpenHouses,
  isAboutTheData,
  type OpenHouse,
  openHouseKeys,
  openHousesDiffer,
  type RawRecord,
  type RosterEntry,
  readOpenHouse,
  readRosterEntry,
  rosterDiffers,
  writeOpenHouses,
  writeRoster,
} from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { changedRecords } from "./changed-records.ts";
import { type Cursors, saveCursors } from "./cursors.ts";
import { keyPages } from "./key-pages.ts";
import { whileOwnedWithListings } from "./own-feed.ts";
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
    const cursors = () => cursorsAfter(records.length);
    if (!(await isStored(sync, resource, { records, cursors })))
      await storeOthers(sync, resource, records, cursors);
    sync.ctx.signal.throwIfAborted();
  }
}

/** Whether a page holds nothing that is not stored, as the overlap of a refresh usually does. */
async function isStored(
  { ctx, feed, cursors: stored, writer }: Sync,
  resource: OtherResource,
  { records, cursors }: { records: RawRecord[]; cursors: () => Cursors | null },
): Promise<boolean> {
  if (!stored[resource]?.complete || cursors() !== null) return false;
  if (writer.rejects.includesAny(resource, keysOf(resource, records))) return false;
  const read = readRecords(resource, records);
  return read.rejected.length === 0 && !(await read.differ(ctx.db, feed.source.id));
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
  await ctx.disk.requireSpace();
  await whileOwnedWithListings(sync, async (db) => {
    const read = refused ? { rejected: refused } : readRecords(resource, records);
    if ("write" in read) await read.write(db, feed.source.id);
    const { rejected } = read;
    if (rejected.length > 0) await writer.rejects.add(db, rejected, ctx.clock.now());
    const wrong = new Set(rejected.map(({ record }) => record));
    const right = records.filter((record) => !wrong.has(record));
    await writer.rejects.remove(db, resource, keysOf(resource, right));
    const moved = cursors();
    if (moved) await saveCursors(db, feed, moved);
  });
}

/** The records of a page that can be stored, and those that are rejected. */
type ReadRecords = {
  rejected: RejectedRecord[];
  write(db: Db, sourceId: number): Promise<void>;
  /** Whether `write` would change anything. */
  differ(db: Db, sourceId: number): Promise<boolean>;
};

function readRecords(resource: OtherResource, records: RawRecord[]): ReadRecords {
  const rejected: RejectedRecord[] = [];
  if (resource === "OpenHouse") {
    const openHouses: OpenHouse[] = [];
    for (const record of records) {
      const read = readOpenHouse(record);
      if ("openHouse" in read) openHouses.push(read.openHouse);
      else rejected.push({ resource, record, reasons: read.reasons });
    }
    return {
      rejected,
      write: (db, sourceId) => writeOpenHouses(db, sourceId, openHouses),
      differ: (db, sourceId) => openHousesDiffer(db, sourceId, openHouses),
    };
  }
  const entries: RosterEntry[] = [];
  for (const record of records) {
    const read = readRosterEntry(resource, record);
    if ("entry" in read) entries.push(read.entry);
    else rejected.push({ resource, record, reasons: read.reasons });
  }
  const pageOf = (sourceId: number) => ({ sourceId, roster: resource, entries });
  return {
    rejected,
    write: async (db, sourceId) => {
      if (entries.length > 0) await writeRoster(db, pageOf(sourceId));
    },
    differ: (db, sourceId) => rosterDiffers(db, pageOf(sourceId)),
  };
}

/** Open houses with these keys are not offered any more. */
export async function removeOthers(sync: Sync, resource: OtherResource, keys: string[]): Promise<void> {
  const { feed, writer } = sync;
  await whileOwnedWithListings(sync, async (db) => {
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
