import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { type Lease, LeaseLost, tryLease } from "../leases/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import { feedAlarmsJob } from "./alarms/run-feed-alarms.ts";
import type { IssuedToken } from "./client/access-token.ts";
import { FeedClient } from "./client/feed-client.ts";
import { FeedChanged, FeedStopped, LargeReply } from "./client/feed-error.ts";
import { pruneSpending, SharedBudget } from "./client/shared-budget.ts";
import { type Feed, isUnchanged, readFeed } from "./feed-row.ts";
import { feedsToRun } from "./feeds-to-run.sql.ts";
import { Interruptions } from "./interruptions.ts";
import { executeRun } from "./sync/execute-run.ts";
import type { Run } from "./sync/run.ts";
import { finishRun, pruneRuns, takeRun } from "./sync/run-records.ts";
import { runInThread } from "./thread/run-in-thread.ts";

type KeeperContext = Context<UsesListings>;

/** How often feeds are looked at: those of other processes begin that much later. */
const POLL_MS = 2000;
/** How often it is checked that a feed whose run is under way is still enabled. */
const WATCH_MS = 1000;
/** Pause of a feed whose run ended by an error that is not its server's, such as a lost database. */
const RETRY_MS = 10_000;
/** Most of them wait for their server, or for their budget, most of the time. */
const RUNS_AT_ONCE = 16;
const TOKENS_KEPT = 100;
/** How often the old runs and counts of a feed are deleted. */
const PRUNE_MS = 3_600_000;
const PRUNED_KEPT = 1000;

/** Tokens of feeds whose refreshes run in this process, by feed and version of its configuration. */
type IssuedTokens = LRUCache<string, IssuedToken>;
/** Feeds whose old runs and counts this process has deleted lately. */
type Pruned = LRUCache<number, true>;
/** Records of a page that are read in this process: some milliseconds of its time. */
const MAX_PAGE_HERE = 200;
/** Bytes of a reply that are read in this process, unpacked, where the server sends larger pages than it is asked for. */
const MAX_REPLY_HERE = 8 * 1_048_576;

/**
 * Carries out the runs of feeds in this process: those that are due, requested, or left behind by a process that died. Of each feed
 * one process at a time, which holds its lease.
 */
export class FeedKeeper {
  readonly #limit = pLimit(RUNS_AT_ONCE);
  readonly #threads: boolean;
  readonly #maxReplyHere: number;
  readonly #tokens: IssuedTokens = new LRUCache({ max: TOKENS_KEPT });
  readonly #pruned: Pruned = new LRUCache({ max: PRUNED_KEPT, ttl: PRUNE_MS });
  readonly #retryMs: number;
  readonly #interruptions = new Interruptions();
  /** Feeds with a run in this process, or a pause after an error. */
  readonly #busy = new Map<number, Promise<void>>();
  #woken = Promise.withResolvers<void>();
  #loop: Promise<void> | null = null;

  /** @param threads whether long runs have a thread of their own, as in every process that answers requests. */
  constructor({ threads = true, retryMs = RETRY_MS, maxReplyHere = MAX_REPLY_HERE } = {}) {
    this.#threads = threads;
    this.#maxReplyHere = maxReplyHere;
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
      ctx.log.error({ err: error, feed: id }, "feed not kept, will retry");
      return this.#retryMs;
    }
  }

  async #keepHeld(ctx: KeeperContext, id: number, lease: Lease): Promise<number> {
    try {
      await keepFeed(ctx, id, {
        lease,
        threads: this.#threads,
        tokens: this.#tokens,
        pruned: this.#pruned,
        maxReplyHere: this.#maxReplyHere,
      });
      this.#interruptions.clear(id);
      return 0;
    } catch (error) {
      if (ctx.signal.aborted || error instanceof LeaseLost) return 0;
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
  {
    lease,
    threads,
    tokens,
    pruned,
    maxReplyHere,
  }: { lease: Lease; threads: boolean; tokens: IssuedTokens; pruned: Pruned; maxReplyHere: number },
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
    const own = { ...ctx, signal };
    const { name, holder } = lease;
    const inThread = () => runInThread(own, { feed, run, lease: { name, holder } });
    if (threads && (await isLong(ctx, feed, run))) await inThread();
    else {
      const budget = new SharedBudget(ctx.db, id, run.id, { defersReplies: true });
      const issued = tokenOf(tokens, feed);
      const options = threads ? { maxReplyBytes: maxReplyHere } : {};
      const client = new FeedClient({ ...ctx, connection: feed, budget, signal, issued, options });
      await executeRun({ ctx: own, feed, run, lease, client, budget }).catch((error) => {
        if (error instanceof LargeReply) return inThread();
        throw error;
      });
    }
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

function tokenOf(tokens: IssuedTokens, { id, version }: Feed): IssuedToken {
  const issued = tokens.get(`${id} ${version}`) ?? { value: null, renewAt: Infinity };
  tokens.set(`${id} ${version}`, issued);
  return issued;
}

/** A refresh of small pages keeps the process for less time than the start of a thread. The first run of a feed is a load, of any kind. */
async function isLong({ db }: KeeperContext, { id, pageSize }: Feed, { kind }: Run): Promise<boolean> {
  if (kind !== "refresh" || (pageSize ?? 0) > MAX_PAGE_HERE) return true;
  const row = await db.selectFrom("feeds").select("loaded_at").where("id", "=", id).executeTakeFirst();
  return row?.loaded_at == null;
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
