import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { isConnectionError } from "../../platform/database/connection-errors.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { bytesFor, DAY_MS, hasLimits, limitsOfPhotos, minuteOf, windows } from "./budget-limits.ts";
import { type CountedReply, countBytes, mergeReplies } from "./count-bytes.sql.ts";
import { countRequest } from "./count-request.sql.ts";
import { FeedStopped } from "./feed-error.ts";
import { lockLimits } from "./lock-limits.sql.ts";
import type { ReplySize, RequestBudget, Turn } from "./request-budget.ts";
import { spentLately } from "./spent-lately.sql.ts";
import { type LocalTime, lateness, localTime, spacingOf } from "./turn-times.ts";
import { uncountRequest } from "./uncount-request.sql.ts";

/** No turn further ahead is given out: who waits for it may be stopped. */
const MAX_AHEAD_MS = 1000;
/** How often a waiting caller asks again, and with it whether the feed is still enabled. */
const POLL_MS = 500;
/** After a caller has found the budget used up, the feed counts as waiting for so long, and the budget is not looked at. */
const WAITING_MS = 2000;
/** Photos leave the turns to a run for so long, then they take the next one. */
const GIVE_WAY_MS = 3000;
const KEPT_MS = DAY_MS + 3_600_000;
/** The bytes of a run's replies are counted that late at most: together, or with the run's end, which is a transaction less for each. */
const COUNTED_AFTER_MS = 200;

/** What the requests are for: a run, by its id; the copies of photos, which leave a part of the budget to runs; a trial. */
export type Purpose = number | "photos" | "trial";

/** The turn that is wanted: at the earliest `leadMs` from now; `givesWay`: only one that is free now. */
type TurnOptions = { leadMs: number; givesWay: boolean };

/** A turn that was counted, or for how long to wait before asking again. */
type Answer = { sendAt: LocalTime; minute: number; maxBytes: number } | { retryMs: number };

type CountedTurn = Exclude<Answer, { retryMs: number }>;

/** Counts, in the given transaction, the bytes of replies that are not counted yet. */
export type CountReplies = (db: Db) => Promise<void>;

export type BudgetOptions = {
  /** Whether the bytes of replies may be counted later, together: until then those that were reserved for them count. */
  defersReplies?: boolean;
};

/**
 * The budget of a feed, counted in the database, so that all processes share it. Requests of the last hour and day are counted by
 * whole minutes, one more than the time has: no hour and no day, wherever it begins, has more requests than allowed.
 */
export class SharedBudget implements RequestBudget {
  readonly #db: Db;
  readonly #feedId: number;
  readonly #purpose: Purpose;
  readonly #defersReplies: boolean;
  #uncounted: CountedReply[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, feedId: number, purpose: Purpose, { defersReplies = false }: BudgetOptions = {}) {
    this.#db = db;
    this.#feedId = feedId;
    this.#purpose = purpose;
    this.#defersReplies = defersReplies;
  }

  async take(reply: ReplySize, signal: AbortSignal): Promise<Turn> {
    const began = performance.now();
    for (let leadMs = 0; ; ) {
      signal.throwIfAborted();
      const givesWay = this.#purpose === "photos" && performance.now() - began < GIVE_WAY_MS;
      const answer = await this.#tryTake(reply, { leadMs, givesWay });
      if ("retryMs" in answer) {
        await this.countReplies();
        await delay(answer.retryMs, null, { signal });
        continue;
      }
      const late = await this.#waitFor(answer, signal).catch(async (error) => {
        await this.#release(answer);
        throw error;
      });
      if (late === 0) return this.#turn(answer, reply);
      await this.#release(answer);
      leadMs = Math.min(late, MAX_AHEAD_MS / 2);
    }
  }

  async pause(ms: number): Promise<void> {
    const until = sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
    await this.#db
      .updateTable("feeds")
      .set({
        wait_until: sql`greatest(case when wait_reason = 'server' then wait_until end, ${until})`,
        wait_reason: "server",
      })
      .where("id", "=", this.#feedId)
      .execute();
  }

  /**
   * Runs `work`, which counts in its transaction the replies that are not counted yet. When it fails they are counted later; where the
   * transaction may have been committed all the same, what was reserved for them stays counted.
   */
  async withReplies<Result>(work: (countReplies: CountReplies) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const replies = this.#uncounted;
    this.#uncounted = [];
    try {
      return await work(async (db) => {
        for (const reply of mergeReplies(replies)) await countBytes(db, reply);
      });
    } catch (error) {
      if (!isConnectionError(error)) this.#uncounted.unshift(...replies);
      throw error;
    }
  }

  /** Counts the replies that are not counted yet. */
  async countReplies(): Promise<void> {
    if (this.#uncounted.length === 0) return;
    await this.withReplies((count) => inTransaction({ db: this.#db }, ({ db }) => count(db)));
  }

  async #noteReply(reply: CountedReply): Promise<void> {
    if (!this.#defersReplies) return countBytes(this.#db, reply);
    this.#uncounted.push(reply);
    this.#timer ??= setTimeout(() => {
      // Those that cannot be counted now are counted with the next request.
      this.countReplies().catch(() => {});
    }, COUNTED_AFTER_MS);
  }

  async #tryTake(reply: ReplySize, { leadMs, givesWay }: TurnOptions): Promise<Answer> {
    return inTransaction({ db: this.#db }, async ({ db }) => {
      const limits = await lockLimits(db, this.#feedId);
      if (!limits || !(limits.enabled || this.#purpose === "trial")) throw new FeedStopped();
      const { now, nextRequestAt } = limits;
      const isHeldBack = limits.waitUntil > now && (this.#purpose === "photos" || !limits.isWaitOfPhotos);
      if (isHeldBack) return { retryMs: POLL_MS };
      const own = this.#purpose === "photos" ? limitsOfPhotos(limits) : limits;
      const spent = hasLimits(own) && (await spentLately(db, this.#feedId, windows(now), limits));
      const maxBytes = spent ? bytesFor(own, spent, reply) : reply.most;
      // What is reserved for replies that are there may be what is missing.
      if (maxBytes < reply.most && this.#uncounted.length > 0) return { retryMs: 0 };
      if (maxBytes === 0) {
        await this.#noteWaiting(db, now + WAITING_MS);
        return { retryMs: POLL_MS };
      }
      if (givesWay && nextRequestAt > now) return { retryMs: Math.min(nextRequestAt - now, POLL_MS) };
      const sendAt = Math.max(now + leadMs, nextRequestAt);
      if (sendAt - now > MAX_AHEAD_MS) return { retryMs: POLL_MS };
      const minute = minuteOf(sendAt);
      const requestedAt = performance.now();
      const counted = await countRequest(db, {
        ...this.#counted(minute, maxBytes),
        nextRequestAt: sendAt + spacingOf(limits.perSecond),
      });
      return {
        sendAt: localTime(sendAt - counted, { requestedAt, answeredAt: performance.now() }),
        minute,
        maxBytes,
      };
    });
  }

  /** @returns how late it is then: 0 when the request may be sent. */
  async #waitFor({ sendAt }: CountedTurn, signal: AbortSignal): Promise<number> {
    const wait = sendAt.latest - performance.now();
    if (wait > 0) {
      await delay(wait, null, { signal });
      // Another request may have been told to wait meanwhile, or the feed was disabled; the budget of this one is counted.
      if (!(await this.#maySend())) return 1;
    }
    return lateness(sendAt, performance.now());
  }

  /** Index: feeds_pkey. */
  async #maySend(): Promise<boolean> {
    const row = await this.#db
      .selectFrom("feeds")
      .select(
        sql<boolean>`(enabled or ${this.#purpose === "trial"})
          and coalesce(wait_until <= clock_timestamp() or wait_reason <> 'server', true)`.as("may_send"),
      )
      .where("id", "=", this.#feedId)
      .executeTakeFirst();
    return row?.may_send ?? false;
  }

  #turn(turn: CountedTurn, { kind }: ReplySize): Turn {
    const counted = this.#counted(turn.minute, turn.maxBytes);
    return {
      maxBytes: turn.maxBytes,
      received: (bytes) => {
        const page = kind === "page" ? { pages: 1, expected: bytes } : { pages: 0, expected: 0 };
        return this.#noteReply({ ...counted, bytes, ...page });
      },
      release: () => uncountRequest(this.#db, counted),
    };
  }

  #release({ minute, maxBytes }: CountedTurn): Promise<void> {
    return uncountRequest(this.#db, this.#counted(minute, maxBytes));
  }

  #counted(minute: number, reservedBytes: number) {
    const runId = typeof this.#purpose === "number" ? this.#purpose : null;
    return { feedId: this.#feedId, runId, minute, reservedBytes };
  }

  /** What holds back photos holds back no run. */
  async #noteWaiting(db: Db, until: number): Promise<void> {
    await db
      .updateTable("feeds")
      .set({ wait_until: new Date(until), wait_reason: this.#purpose === "photos" ? "photos" : "budget" })
      .where("id", "=", this.#feedId)
      .execute();
  }
}

/** Deletes counts that no budget looks at. */
export async function pruneSpending(db: Db, feedId: number): Promise<void> {
  await db
    .deleteFrom("feed_spending")
    .where("feed_id", "=", feedId)
    .where("minute", "<", sql<Date>`clock_timestamp() - ${KEPT_MS}::float8 * interval '1 millisecond'`)
    .execute();
}
