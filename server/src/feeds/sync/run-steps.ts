import { FeedError } from "../client/feed-error.ts";
import { changedRecords } from "./changed-records.ts";
import { type Cursors, type ResourceCursor, saveOwnCursors } from "./cursors.ts";
import { newestSequence, readEvents } from "./entity-events.ts";
import { expandOf, mediaWay } from "./media-of.ts";
import { type OtherResource, readableOthers, readOther } from "./other-resources.ts";
import { refetchListings } from "./refetch-listings.ts";
import { setTotal, startPhase } from "./run-counts.ts";
import { listingsWithOtherMedia, storedAsTheyAre } from "./stored-records.ts";
import type { Sync } from "./sync.ts";

/** Requests of a scheduled refresh in which nothing has changed. */
const MAX_REQUESTS = 3;

/** Reads all records of the server, or goes on where an earlier run has ended. @throws FeedError */
export async function load(sync: Sync): Promise<void> {
  const { feed, cursors } = sync;
  if (sync.strategy === "entity_event" && cursors.events === undefined) await startEvents(sync);
  await startPhase(sync, "initial");
  if (!isComplete(cursors)) {
    await readRosters(sync);
    await readProperties(sync);
  }
  if (mediaWay(feed, sync.metadata) === "resource") await skipKnownMedia(sync);
  for (const resource of readableOthers(sync))
    if (!cursors[resource]?.complete) await readOther(sync, resource);
  if (sync.strategy === "entity_event") await readEvents(sync);
}

/**
 * Agents and offices first, so that listings are stored with them; else those that lack a field of their own would be written twice.
 * A roster that cannot be read now is read after the listings, which do not wait for it.
 */
async function readRosters(sync: Sync): Promise<void> {
  for (const resource of readableOthers(sync)) {
    if (resource === "OpenHouse" || sync.cursors[resource]?.complete) continue;
    try {
      await readOther(sync, resource);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
    }
  }
}

/** What changes from here on has a higher number: it is read after the load. */
async function startEvents(sync: Sync): Promise<void> {
  const events = { sequence: await newestSequence(sync.client) };
  sync.cursors.events = events;
  await saveOwnCursors(sync, { events });
}

/** Reads what has changed since the last run. @throws FeedError */
export async function refresh(sync: Sync): Promise<void> {
  const { feed, run, metadata, cursors, deferred } = sync;
  await startPhase(sync, "refresh");
  if (sync.strategy === "entity_event" && cursors.events) return readEvents(sync);
  // A loaded feed that was switched to events: they begin now, and what is older is read once more by time.
  if (sync.strategy === "entity_event") await startEvents(sync);
  await readProperties(sync);
  const readsMedia = mediaWay(feed, metadata) === "resource";
  if (readsMedia) await readChangedMedia(sync);
  const others = readableOthers(sync);
  const dueNow = due(others, sync, MAX_REQUESTS - (readsMedia ? 2 : 1));
  for (const resource of dueNow) await readOther(sync, resource);
  if (dueNow.length === 0) return;
  cursors.readIn = { ...cursors.readIn, ...Object.fromEntries(dueNow.map((resource) => [resource, run.id])) };
  deferred.setCursors({ readIn: cursors.readIn });
}

/** A scheduled refresh takes those of the other resources that were read longest ago; one that was requested reads all. */
function due(resources: OtherResource[], { run, cursors }: Sync, most: number): OtherResource[] {
  if (!run.isScheduled || resources.length <= most) return resources;
  const readIn = (resource: OtherResource) => cursors.readIn?.[resource] ?? 0;
  return resources.toSorted((one, other) => readIn(one) - readIn(other)).slice(0, most);
}

async function readProperties(sync: Sync): Promise<void> {
  const { ctx } = sync;
  const expand = expandOf(mediaWay(sync.feed, sync.metadata));
  let isTotalKnown = false;
  for await (const { records, cursorsAfter, total } of changedRecords(sync, {
    resource: "Property",
    expand,
  })) {
    if (total !== null && !isTotalKnown) await setTotal(sync, total);
    isTotalKnown ||= total !== null;
    await sync.writer.store(records, cursorsAfter, await storedAsTheyAre(sync, records));
    ctx.signal.throwIfAborted();
  }
}

/** Listings whose Media has changed are read again: their photos are stored as a whole. */
async function readChangedMedia(sync: Sync): Promise<void> {
  const select = ["MediaKey", "ResourceRecordKey", "ModificationTimestamp"];
  for await (const { records, cursorsAfter } of changedRecords(sync, { resource: "Media", select })) {
    await refetchListings(sync, await listingsWithOtherMedia(sync, records));
    const moved = cursorsAfter(records.length);
    if (moved) await saveOwnCursors(sync, moved);
    sync.ctx.signal.throwIfAborted();
  }
}

/** The load has read the Media of all listings: changes are read from its start on. */
async function skipKnownMedia(sync: Sync): Promise<void> {
  const { run, cursors } = sync;
  const timestamp = cursors.load?.startedAt ?? run.startedAt.toISOString();
  const media: ResourceCursor = { timestamp, key: "", complete: true, run: run.id };
  cursors.Media = media;
  await saveOwnCursors(sync, { Media: media });
}

function isComplete({ Property }: Cursors): boolean {
  return Property?.complete === true;
}
