import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { type Lease, LeaseLost, tryLease } from "../leases/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import { feedAlarmsJob } from "./alarms/run-feed-alarms.ts";
import { FeedChanged, FeedStopped } from "./client/feed-error.ts";
import { pruneSpending } from "./client/shared-budget.ts";
import { type Feed, isUnchanged, readFeed } from "./feed-row.ts";
import { feedsToRun } from "./feeds-to-run.sql.ts";
import { Interruptions } from "./interruptions.ts";
import { type ExecutorOptions, NoThreadFree, RunExecutor } from "./run-executor.ts";
import { finishRun, pruneRuns, takeRun } from "./sync/run-records.ts";

type KeeperContext = Context<UsesListings>;

/** How often feeds are looked at: those of other processes begin that much later. */
const POLL_MS = 2000;
/** How often it is checked that a feed whose run is under way is still enabled. */
const WATCH_MS = 1000;
/** Pause of a feed whose run ended by an error that is not its server's, such as a lost database. */
const RETRY_MS = 10_000;
/** Twice as many as have a thread or wait for one: the others are refreshes, which need none. */
const RUNS_AT_ONCE = 64;
/** How often the old runs and counts of a feed are deleted. */
const PRUNE_MS = 3_600_000;
const PRUNED_KEPT = 1000;

/** Feeds whose old runs and counts this process has deleted lately. */
type Pruned = LRUCache<number, true>;

/**
 * Carries out the runs of feeds in this process: those that are due, requested, or left behind by a process that died. Of each feed
 * one process at a time, which holds its lease.
 */
export class FeedKeeper {
  readonly #limit = pLimit(RUNS_AT_ONCE);
  readonly #executor: RunExecutor;
  readonly #pruned: Pruned = new LRUCache({ max: PRUNED_KEPT, ttl: PRUNE_MS });
  readonly #retryMs: number;
  readonly #interruptions = new Interruptions();
  /** Feeds with a run in this process, or a pause after an error. */
  readonly #busy = new Map<number, Promise<void>>();
  #woken = Promise.withResolvers<void>();
  #loop: Promise<void> | null = null;

  constructor({ retryMs = RETRY_MS, ...options }: ExecutorOptions & { retryMs?: number } = {}) {
    this.#executor = new RunExecutor(options);
    this.#retryMs = retryMs;
  }

  get isStarted(): boolean {
    return this.#loop !== null;
  }

  /** Runs until the signal of the context is aborted. */
  start(ctx: KeeperContext): void {
    this.#loop ??= this.#run(ctx).finally(() => {
      this.#loop = null;
    });
  }

  /** A run was requested, or a feed enabled: it begins at once, where this process keeps feeds. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Waits for the end of what is under way, after the signal was aborted. */
  async stopped(): Promise<void> {
    await this.#loop;
    await Promise.all(this.#busy.values());
  }

  async #run(ctx: KeeperContext): Promise<void> {
    while (!ctx.signal.aborted) {
      this.#woken = Promise.withResolvers();
      await this.#startDue(ctx).catch((error) => {
        if (!ctx.signal.aborted) ctx.log.warn({ err: error }, "feeds not read, will retry");
      });
      const pause = delay(POLL_MS, null, { signal: ctx.signal }).catch(() => {});
      await Promise.race([this.#woken.promise, pause]);
    }
  }

  async #startDue(ctx: KeeperContext): Promise<void> {
    if (await ctx.disk.isExhausted()) return;
    for (const id of await feedsToRun(ctx.db, ctx.clock.now())) {
      if (this.#busy.has(id)) continue;
      const work = this.#limit(() => this.#keep(ctx, id))
        .then((pauseMs) => this.#pause(ctx, pauseMs))
        .finally(() => {
          this.#busy.delete(id);
          this.wake();
        });
      this.#busy.set(id, work);
    }
  }

  /** Returns for how long the feed is left alone, in milliseconds. */
  async #keep(ctx: KeeperContext, id: number): Promise<number> {
    if (ctx.signal.aborted) return 0;
    try {
      const lease = await tryLease(ctx, leaseOf(id));
      if (lease === null) return POLL_MS;
      try {
        return await this.#keepHeld(ctx, id, lease);
      } finally {
        await lease.end();
      }
    } catch (error) {
      if (ctx.signal.aborted || error instanceof LeaseLost) return 0;
      ctx.log.error({ err: error, feed: id }, "feed keeper failed, will retry");
      return this.#retryMs;
    }
  }

  async #keepHeld(ctx: KeeperContext, id: number, lease: Lease): Promise<number> {
    try {
      await keepFeed(ctx, id, { lease, executor: this.#executor, pruned: this.#pruned });
      this.#interruptions.clear(id);
      return 0;
    } catch (error) {
      if (ctx.signal.aborted || error instanceof LeaseLost) return 0;
      if (error instanceof NoThreadFree) return POLL_MS;
      const isOver = await this.#interruptions.endsRun(ctx, { feedId: id, lease }, error);
      ctx.log.error(
        { err: error, feed: id },
        isOver ? "feed run failed" : "feed run interrupted, will be continued",
      );
      return isOver ? 0 : this.#retryMs;
    }
  }

  async #pause(ctx: KeeperContext, ms: number): Promise<void> {
    await delay(ms, null, { signal: ctx.signal }).catch(() => {});
  }
}

/** The lease that a process holds while it carries out a run of a feed. */
export function leaseOf(feedId: number): string {
  return `feed ${feedId}`;
}

/** Carries out the run of a feed, if there is one. Ends it when the feed is disabled or deleted. */
async function keepFeed(
  ctx: KeeperContext,
  id: number,
  { lease, executor, pruned }: { lease: Lease; executor: RunExecutor; pruned: Pruned },
): Promise<void> {
  const run = await takeRun(ctx.db, id, ctx.clock.now());
  const feed = run && (await readFeed(ctx, id));
  if (!run || !feed) return;
  const stopped = new AbortController();
  const signal = AbortSignal.any([lease.signal, stopped.signal]);
  const watch = setInterval(() => {
    reasonToStop(ctx, feed).then(
      (reason) => reason && stopped.abort(reason),
      () => {},
    );
  }, WATCH_MS);
  try {
    if (!feed.enabled) throw new FeedStopped();
    await prune(ctx, id, pruned);
    await executor.execute({ ...ctx, signal }, { feed, run, lease });
  } catch (error) {
    if (lease.signal.aborted) throw new LeaseLost(lease.name);
    const reason = stopped.signal.aborted ? stopped.signal.reason : error;
    // The run is taken up again at once.
    if (reason instanceof FeedChanged) return;
    if (!(reason instanceof FeedStopped)) throw error;
    await finishRun(ctx.db, run.id, { state: "failed", at: ctx.clock.now() });
  } finally {
    clearInterval(watch);
    // A hold may have begun, or a late feed be well again.
    ctx.jobs.wake(feedAlarmsJob);
  }
}

async function prune({ db, clock }: KeeperContext, id: number, pruned: Pruned): Promise<void> {
  if (pruned.has(id)) return;
  await pruneSpending(db, id);
  await pruneRuns(db, id, clock.now());
  pruned.set(id, true);
}

async function reasonToStop({ db }: KeeperContext, feed: Feed): Promise<Error | null> {
  const row = await db
    .selectFrom("feeds")
    .select(["enabled", sql<boolean>`${isUnchanged(feed)}`.as("is_unchanged")])
    .where("id", "=", feed.id)
    .executeTakeFirst();
  if (!row?.enabled) return new FeedStopped();
  return row.is_unchanged ? null : new FeedChanged();
}
