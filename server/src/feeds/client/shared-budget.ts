import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { countBytes } from "./count-bytes.sql.ts";
import { countRequest } from "./count-request.sql.ts";
import { FeedStopped } from "./feed-error.ts";
import { type Limits, lockLimits } from "./lock-limits.sql.ts";
import type { RequestBudget } from "./request-budget.ts";
import { type Spent, spentLately } from "./spent-lately.sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A request may arrive later than it was counted, by the time of a slow connection. */
const MARGIN_MS = 10_000;
/** Requests are further apart than per_second needs, since the network delays each by another time. */
const PACE_MARGIN = 1.2;
/** No turn further ahead is given out: who waits for it may be stopped. */
const MAX_AHEAD_MS = 1000;
/** How often a waiting caller asks again, and with it whether the feed is still enabled. */
const POLL_MS = 500;
/** After a caller has found the budget used up, the feed counts as waiting for so long, and the budget is not looked at. */
const WAITING_MS = 2000;
const KEPT_MS = DAY_MS + HOUR_MS;

type Turn = { sendAt: number; minute: number };

/**
 * The budget of a feed, counted in the database, so that all processes share it. Requests of the last hour and day are counted by
 * whole minutes, one more than the time has: no hour and no day, wherever it begins, has more requests than allowed.
 */
export class SharedBudget implements RequestBudget {
  readonly #db: Db;
  readonly #feedId: number;
  readonly #runId: number | null;

  constructor(db: Db, feedId: number, runId: number | null = null) {
    this.#db = db;
    this.#feedId = feedId;
    this.#runId = runId;
  }

  async take(expectedBytes: number, signal: AbortSignal) {
    for (;;) {
      signal.throwIfAborted();
      const { turn, now } = await this.#tryTake(expectedBytes);
      if (turn === null) {
        await delay(POLL_MS, null, { signal });
        continue;
      }
      if (turn.sendAt > now) await delay(turn.sendAt - now, null, { signal });
      return {
        received: (bytes: number) =>
          countBytes(this.#db, {
            feedId: this.#feedId,
            runId: this.#runId,
            minute: turn.minute,
            bytes,
            expected: expectedBytes,
          }),
      };
    }
  }

  async pause(ms: number): Promise<void> {
    const until = sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
    await this.#db
      .updateTable("feeds")
      .set({ wait_until: sql`greatest(wait_until, ${until})` })
      .where("id", "=", this.#feedId)
      .execute();
  }

  async #tryTake(expectedBytes: number): Promise<{ turn: Turn | null; now: number }> {
    return inTransaction({ db: this.#db }, async ({ db }) => {
      const limits = await lockLimits(db, this.#feedId);
      if (!limits?.enabled) throw new FeedStopped();
      const { now } = limits;
      if (limits.waitUntil > now) return { turn: null, now };
      const spent = hasLimits(limits) && (await spentLately(db, this.#feedId, windows(now)));
      if (spent && !fits(limits, spent, expectedBytes)) {
        await this.#noteWaiting(db, now + WAITING_MS);
        return { turn: null, now };
      }
      const turn = nextTurn(limits);
      if (turn.sendAt - now > MAX_AHEAD_MS) return { turn: null, now };
      await countRequest(db, {
        feedId: this.#feedId,
        runId: this.#runId,
        minute: turn.minute,
        expectedBytes,
        nextRequestAt: turn.sendAt + spacing(limits),
      });
      return { turn, now };
    });
  }

  async #noteWaiting(db: Db, until: number): Promise<void> {
    await db
      .updateTable("feeds")
      .set({ wait_until: new Date(until) })
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

function hasLimits({ perHour, perDay, bytesPerHour }: Limits): boolean {
  return perHour !== null || perDay !== null || bytesPerHour !== null;
}

/** The minutes that may hold a request of the last hour or day. */
export function windows(now: number) {
  return { hourFrom: minuteOf(now - HOUR_MS - MARGIN_MS), dayFrom: minuteOf(now - DAY_MS - MARGIN_MS) };
}

/** Replies larger than the whole budget are let through one at a time: waiting would not make them smaller. */
function fits({ perHour, perDay, bytesPerHour }: Limits, spent: Spent, expectedBytes: number): boolean {
  if (perHour !== null && spent.hourRequests >= perHour) return false;
  if (perDay !== null && spent.dayRequests >= perDay) return false;
  if (bytesPerHour === null || spent.hourBytes === 0) return true;
  return spent.hourBytes + Math.max(expectedBytes, 1) <= bytesPerHour;
}

function nextTurn({ now, nextRequestAt }: Limits): Turn {
  const sendAt = Math.max(now, nextRequestAt);
  return { sendAt, minute: minuteOf(sendAt) };
}

function spacing({ perSecond }: Limits): number {
  return perSecond === null ? 0 : (1000 * PACE_MARGIN) / perSecond;
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
