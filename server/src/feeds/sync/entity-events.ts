import { type RawRecord, readSourceBefore, storedVersions } from "../../listings/index.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import { literal, queryOf } from "../client/odata-query.ts";
import { saveOwnCursors } from "./cursors.ts";
import { otherResources, readableOthers, removeOthers, storeOthers } from "./other-resources.ts";
import { whileOwned } from "./own-feed.ts";
import { keyIn, keyOfRecord } from "./record-fields.ts";
import { refetchListings } from "./refetch-listings.ts";
import { type MissingListing, removeMissing } from "./remove-missing.ts";
import type { Sync } from "./sync.ts";

const SEQUENCE = "EntityEventSequence";
const USUAL_PAGE = 1000;

/** The number of the newest event; "0" before the first one. @throws FeedError */
export async function newestSequence(client: FeedClient): Promise<string> {
  const query = queryOf("EntityEvent", { orderby: `${SEQUENCE} desc`, top: 1 });
  const { records } = await client.page(client.address(query));
  return sequenceOf(records[0]) ?? "0";
}

/**
 * Reads the events after the cursor, and what they are about by key (RESO RCP-27). A listing that is not there is removed at the end,
 * under the guard; as long as one is pending, the cursor stays before its event.
 *
 * @throws FeedError, removals_held among them.
 */
export async function readEvents(sync: Sync): Promise<void> {
  const { ctx, feed } = sync;
  const before = await readSourceBefore(ctx.db, feed.source.name);
  const missing = new Map<string, MissingListing>();
  let sequence = sync.cursors.events?.sequence ?? "0";
  for (;;) {
    const events = await eventsAfter(sync, sequence);
    if (events.length === 0) break;
    const last = sequenceOf(events.findLast((event) => sequenceOf(event) !== null));
    if (last === null) throw new FeedError("bad_reply", { detail: `The events have no ${SEQUENCE}` });
    if (last === sequence)
      throw new FeedError("strategy_unsupported", { detail: "The server answers the same events again" });
    await applyEvents(sync, events, missing);
    sequence = last;
    if (missing.size === 0) await saveSequence(sync, sequence);
    ctx.signal.throwIfAborted();
  }
  if (missing.size === 0) return;
  try {
    await removeMissing(sync, {
      missing: [...missing.values()],
      listings: before.listings,
      answered: null,
    });
  } catch (error) {
    // The next reconcile finds those that are held. After another error their events are read again.
    if (error instanceof FeedError && error.code === "removals_held") await saveSequence(sync, sequence);
    throw error;
  }
  await saveSequence(sync, sequence);
}

async function eventsAfter({ client, feed, metadata }: Sync, sequence: string): Promise<RawRecord[]> {
  const after = `${SEQUENCE} gt ${literal(metadata.EntityEvent, SEQUENCE, sequence)}`;
  const query = queryOf("EntityEvent", { filter: [after], orderby: SEQUENCE, top: feed.pageSize });
  const page = await client.page(client.address(query), {
    prefer: `odata.maxpagesize=${feed.pageSize ?? USUAL_PAGE}`,
  });
  return page.records;
}

/** `missing`: stored listings by key that the server does not have; it is brought up to date. */
async function applyEvents(
  sync: Sync,
  events: RawRecord[],
  missing: Map<string, MissingListing>,
): Promise<void> {
  const { ctx, feed } = sync;
  const listings = new Set([...keysOf(events, "Property"), ...(await listingsOfMedia(sync, events))]);
  if (listings.size > 0) {
    const gone = await refetchListings(sync, [...listings]);
    const versions = await storedVersions(ctx.db, feed.source.id, gone);
    for (const key of listings) missing.delete(key);
    for (const { id, listing_key, status } of versions)
      if (status !== "Delete") missing.set(listing_key, { id, listing_key });
    await whileOwned(sync, (db) => sync.writer.rejects.remove(db, "Property", gone));
  }
  const readable = readableOthers(sync);
  for (const resource of otherResources.filter((each) => readable.includes(each))) {
    const left = new Set(keysOf(events, resource));
    if (left.size === 0) continue;
    for await (const records of sync.byKey.records(resource, [...left])) {
      await storeOthers(sync, resource, records);
      for (const record of records) left.delete(keyOfRecord(resource, record) ?? "");
    }
    if (left.size > 0) await removeOthers(sync, resource, [...left]);
  }
}

/** The listings whose Media has changed. Media that is gone has no listing: the listing has an event of its own. */
async function listingsOfMedia(sync: Sync, events: RawRecord[]): Promise<string[]> {
  const keys = keysOf(events, "Media");
  if (keys.length === 0 || sync.feed.media === "none" || !sync.metadata.Media) return [];
  const listings = new Set<string>();
  const select = ["MediaKey", "ResourceRecordKey"];
  for await (const records of sync.byKey.records("Media", keys, { select }))
    for (const key of recordKeysIn(records)) listings.add(key);
  return [...listings];
}

function keysOf(events: RawRecord[], resource: string): string[] {
  return [...new Set(recordKeysIn(events.filter((event) => event.ResourceName === resource)))];
}

/** The keys of the records that events, or Media, belong to. */
function recordKeysIn(records: RawRecord[]): string[] {
  return records.flatMap(({ ResourceRecordKey }) => keyIn(ResourceRecordKey) ?? []);
}

function sequenceOf(event: RawRecord | undefined): string | null {
  const sequence = event?.[SEQUENCE];
  const isNumber =
    typeof sequence === "number" || (typeof sequence === "string" && /^\d{1,30}$/.test(sequence));
  return isNumber ? String(sequence) : null;
}

async function saveSequence(sync: Sync, sequence: string): Promise<void> {
  sync.cursors.events = { sequence };
  await saveOwnCursors(sync, { events: { sequence } });
}
