import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { type Lease, requireLease } from "../../leases/index.ts";
import {
  type ListingToCopy,
  listingsToCopy,
  type PhotoCopy,
  storePhotoCopies,
} from "../../listings/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { FeedError } from "../client/feed-error.ts";
import { ListingCopy } from "./copy-listing.ts";
import { listingsToWake, nextToCopy, type Priority, refreshQueue } from "./copy-queue.ts";
import { followChanges } from "./follow-changes.ts";
import type { MediaServer } from "./media-server.ts";
import { HOUR_MS, pruneRequests, recentRequests } from "./photo-requests.ts";
import { RequestLimits } from "./request-limits.ts";
import { ServerPause } from "./server-pause.ts";

/** Listings that are worked on together. */
const LISTINGS_A_ROUND = 32;
/** Requests of photos that are open at once: as many as may be fetched from a host (PhotoSource), so that none waits after its turn. */
const OPEN_AT_ONCE = 6;
/** A round ends then, so that what is more urgent by now comes first. */
const ROUND_MS = 5000;
/** Copies are shown this often. */
const SHOW_MS = 500;
const WOKEN_A_ROUND = 200;
/** Batches of changes a round: about a second. */
const BATCHES_A_ROUND = 20;
/** Pause of a listing for which nothing can be done. */
const UNREADY_MS = HOUR_MS / 6;
/** Listings that wait for their Media; when there are more, all copies wait for it. */
const MAX_AWAITING_MEDIA = 500;
const PRUNE_MS = 60_000;

/** Copies the photos of a feed, for as long as its lease is held. */
export class PhotoCopier {
  readonly #ctx: Context<UsesPhotos>;
  readonly #lease: Lease;
  readonly #server: MediaServer;
  /** Of the tokens that photos may need. */
  readonly #tokens: ServerPause;
  /** Of the Media that is read again. */
  readonly #reads: ServerPause;
  /** Listings whose Media could not be read. Not stored: they are ready at once when the feed is configured anew. */
  readonly #awaitingMedia = new Set<number>();
  #prunedAt = 0;

  constructor(ctx: Context<UsesPhotos>, lease: Lease, server: MediaServer) {
    this.#ctx = ctx;
    this.#lease = lease;
    this.#server = server;
    const onPause = (failure: FeedError) =>
      ctx.log.warn({ err: failure, source: server.sourceId }, "photos of a feed paused, will retry");
    this.#tokens = new ServerPause({ clock: ctx.clock, onPause });
    this.#reads = new ServerPause({ clock: ctx.clock, onPause });
  }

  /** Does what can be done now, at most one round. @returns whether there may be more. */
  async runRound(): Promise<boolean> {
    const { db, clock } = this.#ctx;
    const { sourceId, requester } = this.#server;
    await this.#prune();
    const isFollowed = await followChanges(this.#ctx, sourceId, { batches: BATCHES_A_ROUND });
    const now = clock.now();
    const woken = await listingsToWake(db, sourceId, now, WOKEN_A_ROUND);
    if (woken.length > 0) await refreshQueue(db, sourceId, woken, { now });
    if (!this.#reads.isOn) this.#awaitingMedia.clear();
    const isPaused =
      requester.pausedUntil > now.getTime() ||
      this.#tokens.isOn ||
      this.#awaitingMedia.size >= MAX_AWAITING_MEDIA;
    if (isPaused) return !isFollowed;
    const { priority, listingIds } = await nextToCopy(db, sourceId, {
      limit: LISTINGS_A_ROUND,
      except: [...this.#awaitingMedia],
    });
    if (listingIds.length === 0) return !isFollowed;
    await this.#copy(priority, listingIds);
    return true;
  }

  async #copy(priority: Priority, listingIds: readonly number[]): Promise<void> {
    const { db, clock } = this.#ctx;
    const { sourceId } = this.#server;
    const found = new Map((await listingsToCopy(db, sourceId, listingIds)).map((each) => [each.id, each]));
    const listings = listingIds.flatMap((id) => found.get(id) ?? []);
    const photos = listings.flatMap((listing) => listing.photos);
    const limits = new RequestLimits(await recentRequests(db, { sourceId, photos, now: clock.now() }));
    const copies: PhotoCopy[] = [];
    const notBefore = new Map<number, Date>();
    const until = performance.now() + ROUND_MS;
    const failures: unknown[] = [];
    const isOver = () =>
      performance.now() > until || failures.length > 0 || this.#tokens.isOn || this.#ctx.signal.aborted;
    const onCopy = (copy: PhotoCopy) => void copies.push(copy);
    const limit = pLimit(this.#tokens.isProbing ? 1 : OPEN_AT_ONCE);
    const work = Promise.all(
      listings.map((listing) =>
        limit(async () => {
          const hasProgressed = await this.#copyListing(listing, { priority, limits, onCopy, isOver });
          if (!hasProgressed) notBefore.set(listing.id, new Date(clock.now().getTime() + UNREADY_MS));
        }).catch((error) => failures.push(error)),
      ),
    );
    while (!(await endsWithin(work, SHOW_MS))) await this.#show(copies.splice(0));
    await this.#show(copies.splice(0));
    // After what was fetched before it is shown.
    if (failures.length > 0) throw failures[0];
    await refreshQueue(db, sourceId, listingIds, { now: clock.now(), notBefore });
  }

  async #copyListing(
    listing: ListingToCopy,
    {
      priority,
      ...parts
    }: {
      priority: Priority;
      limits: RequestLimits;
      onCopy: (copy: PhotoCopy) => void;
      isOver: () => boolean;
    },
  ): Promise<boolean> {
    const { db, clock, log } = this.#ctx;
    const { requester, readMedia } = this.#server;
    const copy = new ListingCopy(listing, {
      ...parts,
      db,
      clock,
      requester: {
        get pausedUntil() {
          return requester.pausedUntil;
        },
        request: (photo) => this.#tokens.run(() => requester.request(photo)),
      },
      readMedia: (listingKey) => this.#reads.run(() => readMedia(listingKey)),
    });
    const photos = priority === 2 ? listing.photos.filter(({ isPreferred }) => isPreferred) : listing.photos;
    try {
      return await copy.run(photos);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      if (this.#tokens.isOn) return true;
      if (this.#reads.isOn) {
        this.#awaitingMedia.add(listing.id);
        return true;
      }
      log.warn({ err: error, listing: listing.id }, "media of a listing not read, will retry");
      return false;
    }
  }

  async #show(copies: PhotoCopy[]): Promise<void> {
    if (copies.length === 0) return;
    await inTransaction(this.#ctx, async ({ db }) => {
      await storePhotoCopies(db, copies);
      await requireLease(db, this.#lease);
    });
  }

  async #prune(): Promise<void> {
    if (performance.now() - this.#prunedAt < PRUNE_MS && this.#prunedAt !== 0) return;
    this.#prunedAt = performance.now();
    await pruneRequests(this.#ctx.db, this.#ctx.clock.now());
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      delay(ms, false, { signal: timer.signal }).catch(() => false),
    ]);
  } finally {
    timer.abort();
  }
}
