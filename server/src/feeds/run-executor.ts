import { LRUCache } from "lru-cache";
import type { Lease } from "../leases/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import { FairQueue } from "../platform/fair-queue.ts";
import type { IssuedToken } from "./client/access-token.ts";
import { FeedClient } from "./client/feed-client.ts";
import { LargeReply } from "./client/feed-error.ts";
import { SharedBudget } from "./client/shared-budget.ts";
import type { Feed } from "./feed-row.ts";
import { executeRun } from "./sync/execute-run.ts";
import type { Run } from "./sync/run.ts";
import { runInThread } from "./thread/run-in-thread.ts";

/** Each has a heap of its own. Most of them wait for their server, or for their budget, most of the time. */
const THREADS_AT_ONCE = 16;
/** Of the runs that wait for a thread: each holds a slot and a lease meanwhile. More are refused. */
const WAITING_RUNS = 16;
const waitingRuns = {
  ...{ waiting: WAITING_RUNS, waitingPerCaller: WAITING_RUNS },
  ...{ retryAfterSeconds: 1, busy: "Too many runs of feeds are waiting" },
};
const FEEDS_KEPT = 100;
/** Records of a page that are read in this process: some milliseconds of its time. */
const MAX_PAGE_HERE = 200;
/** Bytes of a reply that are read in this process, unpacked, where the server sends larger pages than it is asked for. */
const MAX_REPLY_HERE = 8 * 1_048_576;
const DAY_MS = 86_400_000;

export type ExecutorOptions = {
  /** Whether long runs have a thread of their own, as in every process that answers requests. */
  threads?: boolean;
  threadsAtOnce?: number;
  maxReplyHere?: number;
};

type Work = { feed: Feed; run: Run; lease: Lease };

/** As many runs as may wait for a thread do so: the run has not begun, and is to be tried again. */
export class NoThreadFree extends Error {}

/** Executes runs in this process, and long ones in threads. Refreshes of small pages wait for no thread. */
export class RunExecutor {
  readonly #threads: boolean;
  readonly #maxReplyHere: number;
  readonly #queue: FairQueue;
  /** Feeds whose server has sent a reply that is larger than is read here, by version: their next refreshes begin in a thread. */
  readonly #large = new LRUCache<string, true>({ max: FEEDS_KEPT, ttl: DAY_MS });
  /** Of feeds whose refreshes run in this process, by feed and version of its configuration. */
  readonly #tokens = new LRUCache<string, IssuedToken>({ max: FEEDS_KEPT });

  constructor({
    threads = true,
    threadsAtOnce = THREADS_AT_ONCE,
    maxReplyHere = MAX_REPLY_HERE,
  }: ExecutorOptions = {}) {
    this.#threads = threads;
    this.#maxReplyHere = maxReplyHere;
    this.#queue = new FairQueue({ ...waitingRuns, slots: threadsAtOnce, slotsPerCaller: threadsAtOnce });
  }

  /** As `executeRun`. @throws NoThreadFree too */
  async execute(ctx: Context<UsesListings>, work: Work): Promise<void> {
    const isLarge = this.#large.has(versionOf(work.feed));
    if (this.#threads && (isLarge || (await isLong(ctx, work)))) return this.#inThread(ctx, work);
    try {
      await this.#here(ctx, work);
    } catch (error) {
      if (!(error instanceof LargeReply)) throw error;
      this.#large.set(versionOf(work.feed), true);
      await this.#inThread(ctx, work);
    }
  }

  async #here(ctx: Context<UsesListings>, { feed, run, lease }: Work): Promise<void> {
    const budget = new SharedBudget(ctx.db, feed.id, run.id, { defersReplies: true });
    const issued = this.#tokenOf(feed);
    const options = this.#threads ? { maxReplyBytes: this.#maxReplyHere } : {};
    const client = new FeedClient({ ...ctx, connection: feed, budget, issued, options });
    await executeRun({ ctx, feed, run, lease, client, budget });
  }

  async #inThread(ctx: Context<UsesListings>, { lease: { name, holder }, ...work }: Work): Promise<void> {
    if (this.#queue.waiting >= WAITING_RUNS) throw new NoThreadFree();
    await this.#queue.run(null, ctx.signal, () => runInThread(ctx, { ...work, lease: { name, holder } }));
  }

  #tokenOf(feed: Feed): IssuedToken {
    const issued = this.#tokens.get(versionOf(feed)) ?? { value: null, renewAt: Infinity };
    this.#tokens.set(versionOf(feed), issued);
    return issued;
  }
}

function versionOf({ id, version }: Feed): string {
  return `${id} ${version}`;
}

/** A refresh of small pages keeps the process for less time than the start of a thread. The first run of a feed is a load, of any kind. */
async function isLong({ db }: Context, { feed, run }: Work): Promise<boolean> {
  if (run.kind !== "refresh" || (feed.pageSize ?? 0) > MAX_PAGE_HERE) return true;
  const row = await db.selectFrom("feeds").select("loaded_at").where("id", "=", feed.id).executeTakeFirst();
  return row?.loaded_at == null;
}
