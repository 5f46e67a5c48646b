import { setTimeout as delay } from "node:timers/promises";
import { LeaseLost, whileHeld } from "../../leases/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { FeedStopped } from "../client/feed-error.ts";
import { type Feed, isUnchanged, readFeed } from "../feed-row.ts";
import { mediaServerOf } from "./media-server.ts";
import { PhotoCopier } from "./photo-copier.ts";

type KeeperContext = Context<UsesPhotos>;

/** How often feeds are looked at, and the listings of those that are kept here. */
const POLL_MS = 1000;
/** Pause after an error that is not of a photo: a lost database, a full disk. */
const RETRY_MS = 10_000;

/** Copies the photos of feeds in this process, beside their runs. Of each feed one process at a time, which holds its lease. */
export class PhotoKeeper {
  /** The feeds whose photos this process copies, or waits to copy; what ends that, and its end. */
  readonly #kept = new Map<number, { stop: AbortController; ended: Promise<void> }>();
  #loop: Promise<void> | null = null;

  /** Runs until the signal of the context is aborted. */
  start(ctx: KeeperContext): void {
    this.#loop ??= this.#run(ctx).finally(() => {
      this.#loop = null;
    });
  }

  /** Waits for the end of what is under way, after the signal was aborted. */
  async stopped(): Promise<void> {
    await this.#loop;
    await Promise.all([...this.#kept.values()].map(({ ended }) => ended));
  }

  async #run(ctx: KeeperContext): Promise<void> {
    while (!ctx.signal.aborted) {
      await this.#followFeeds(ctx).catch((error) => {
        if (!ctx.signal.aborted) ctx.log.warn({ err: error }, "feeds not read, will retry");
      });
      await pause(ctx.signal, POLL_MS);
    }
  }

  async #followFeeds(ctx: KeeperContext): Promise<void> {
    const ids = new Set(await feedsThatCopy(ctx.db));
    for (const [id, { stop }] of this.#kept) if (!ids.has(id)) stop.abort(new FeedStopped());
    for (const id of ids) {
      if (this.#kept.has(id)) continue;
      const stop = new AbortController();
      const own = { ...ctx, signal: AbortSignal.any([ctx.signal, stop.signal]) };
      const ended = keepPhotos(own, id).finally(() => this.#kept.delete(id));
      this.#kept.set(id, { stop, ended });
    }
  }
}

/** Index: none, there are a few dozen feeds. */
async function feedsThatCopy(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("feeds")
    .select("id")
    .where("enabled", "=", true)
    .where("copy_media", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

async function keepPhotos(ctx: KeeperContext, feedId: number): Promise<void> {
  try {
    await whileHeld(ctx, `photos of feed ${feedId}`, (held, lease) =>
      copyWhileUnchanged(held, feedId, (own, server) => new PhotoCopier(own, lease, server)),
    );
  } catch (error) {
    if (ctx.signal.aborted || error instanceof FeedStopped || error instanceof LeaseLost) return;
    ctx.log.error({ err: error, feed: feedId }, "photos of a feed not copied, will retry");
    await pause(ctx.signal, RETRY_MS);
  }
}

/** Until the lease is lost, or the feed is stopped or configured in another way. */
async function copyWhileUnchanged(
  ctx: KeeperContext,
  feedId: number,
  open: (ctx: KeeperContext, server: ReturnType<typeof mediaServerOf>) => PhotoCopier,
): Promise<void> {
  const feed = await readFeed(ctx, feedId);
  if (feed === null) return;
  const copier = open(ctx, mediaServerOf(ctx, feed));
  while (!ctx.signal.aborted) {
    if ((await ctx.disk.isExhausted()) || !(await copier.runRound())) await pause(ctx.signal, POLL_MS);
    if (!(await isConfiguredAs(ctx.db, feed))) return;
  }
}

/** Index: feeds_pkey. */
async function isConfiguredAs(db: Db, feed: Feed): Promise<boolean> {
  const row = db.selectFrom("feeds").select("id").where("id", "=", feed.id).where(isUnchanged(feed));
  return (await row.executeTakeFirst()) !== undefined;
}

async function pause(signal: AbortSignal, ms: number): Promise<void> {
  await delay(ms, null, { signal }).catch(() => {});
}
