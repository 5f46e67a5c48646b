import { setTimeout as delay } from "node:timers/promises";
import { visibleSourceIds } from "../../brokerages/index.ts";
import { coalesce } from "../../platform/coalesce.ts";
import type { Context } from "../../platform/context.ts";
import { isConnectionError } from "../../platform/database/connection-errors.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { type DueEndpoint, dueEndpoints } from "./due-endpoints.sql.ts";
import { type LaneContext, newLimits, runLane } from "./lane.ts";
import { settleAttempts } from "./settle-attempts.ts";

/** How often due endpoints are looked up while lanes are running. */
const POLL_MS = 250;
/** An endpoint without a claimable delivery is skipped for this many polls, unless it gets a new event. */
const SKIPPED_POLLS = 4;
const MAX_SETTLE_ATTEMPTS = 15;
const MAX_LANES = 64;
/** Lanes for failing endpoints; working endpoints have the other half. */
const MAX_FAILING_LANES = 32;

/** The lanes of a process, one per endpoint with deliveries in flight. */
export class Lanes {
  readonly #ctx: Context;
  readonly #shared: LaneContext;
  /** By endpoint. */
  readonly #open = new Map<number, { failing: boolean; run: Promise<void> }>();
  /** Remaining polls to skip, by endpoint. */
  readonly #skipped = new Map<number, number>();
  /** Poll in which endpoints last got a lane: the one that waited longest comes first. */
  readonly #lastServed = new Map<number, number>();
  #polls = 0;

  constructor(ctx: Context, ending: () => boolean, cut: AbortSignal) {
    this.#ctx = ctx;
    const settle = coalesce((attempts: Attempt[]) => settleWithRetry(ctx, attempts));
    this.#shared = { ...newLimits(), settle, isStopping: ending, abort: cut };
  }

  get busy(): number {
    return this.#open.size;
  }

  /** Opens lanes for endpoints with due deliveries, including skipped ones in `news`. */
  async open(news: ReadonlySet<number>): Promise<void> {
    this.#polls++;
    for (const [id, looks] of this.#skipped) {
      if (news.has(id) || looks <= 1) this.#skipped.delete(id);
      else this.#skipped.set(id, looks - 1);
    }
    const except = [...this.#open.keys(), ...this.#skipped.keys()];
    for (const endpoint of await this.#due(except)) if (this.#hasCapacity(endpoint)) this.#begin(endpoint);
  }

  /** Resolves when a lane ends, or when it is time to poll again. */
  async waitForChange(): Promise<void> {
    const looking = new AbortController();
    const look = delay(POLL_MS, null, { signal: looking.signal }).catch(() => {});
    await Promise.race([look, ...[...this.#open.values()].map(({ run }) => run)]);
    looking.abort();
  }

  /** Resolves when all lanes have ended. */
  async end(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ run }) => run));
  }

  /** Leaves out endpoints of disabled brokerages. */
  async #due(except: number[]): Promise<DueEndpoint[]> {
    const due = await dueEndpoints(this.#ctx.db, { now: this.#ctx.clock.now(), except });
    const brokerages = due.flatMap(({ brokerage_id }) => brokerage_id ?? []);
    const sees = await visibleSourceIds(this.#ctx.db, brokerages);
    const last = ({ id }: DueEndpoint) => this.#lastServed.get(id) ?? 0;
    return due
      .filter(({ brokerage_id }) => brokerage_id === null || sees.has(brokerage_id))
      .toSorted((one, other) => last(one) - last(other));
  }

  #hasCapacity({ failing }: DueEndpoint): boolean {
    if (this.#open.size >= MAX_LANES) return false;
    if (!failing) return true;
    return [...this.#open.values()].filter((lane) => lane.failing).length < MAX_FAILING_LANES;
  }

  #begin(endpoint: DueEndpoint): void {
    const { id, failing } = endpoint;
    this.#lastServed.set(id, this.#polls);
    const run = runLane(this.#ctx, endpoint, this.#shared)
      .then((taken) => {
        if (taken === 0) this.#skipped.set(id, SKIPPED_POLLS);
      })
      .catch((error) => {
        this.#ctx.log.error({ err: error, webhook: id }, "webhook deliveries failed, will retry");
        this.#skipped.set(id, SKIPPED_POLLS);
      })
      .finally(() => this.#open.delete(id));
    this.#open.set(id, { failing, run });
  }
}

/** Retries on connection loss: a delivered message that is not settled would be sent again. */
async function settleWithRetry(ctx: Context, attempts: Attempt[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await settleAttempts(ctx, attempts);
    } catch (error) {
      if (!isConnectionError(error) || tries === MAX_SETTLE_ATTEMPTS || ctx.signal.aborted) throw error;
      await delay(1000);
    }
  }
}
