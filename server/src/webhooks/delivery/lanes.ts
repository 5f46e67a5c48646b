import { setTimeout as delay } from "node:timers/promises";
import { seenSources } from "../../brokerages/index.ts";
import { coalesce } from "../../platform/coalesce.ts";
import type { Context } from "../../platform/context.ts";
import { isConnectionError } from "../../platform/database/connection-errors.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { type DueEndpoint, dueEndpoints } from "./due-endpoints.sql.ts";
import { newLimits, runLane, type Traffic } from "./lane.ts";
import { settleAttempts } from "./settle-attempts.ts";

/** While somebody is being told, others may have become due. */
const LOOK_AGAIN_MS = 250;
/** An endpoint for which nothing could be begun is left alone for so many looks, unless there is something new for it. */
const LOOKS_PASSED_OVER = 4;
const SETTLE_TRIES = 15;
const MOST_LANES = 64;
/** Of endpoints that are failing: those that work have the other half. */
const MOST_FAILING_LANES = 32;

/** The lanes of a process, one for each endpoint that is being told something. */
export class Lanes {
  readonly #ctx: Context;
  readonly #traffic: Traffic;
  /** By endpoint. */
  readonly #open = new Map<number, { failing: boolean; run: Promise<void> }>();
  /** Endpoints that are passed over, and for how many looks yet. */
  readonly #passedOver = new Map<number, number>();
  /** When endpoints last had a lane: who has waited longest comes first. */
  readonly #served = new Map<number, number>();
  #looks = 0;

  constructor(ctx: Context, ending: () => boolean, cut: AbortSignal) {
    this.#ctx = ctx;
    const settle = coalesce((attempts: Attempt[]) => settlePatiently(ctx, attempts));
    this.#traffic = { ...newLimits(), settle, ending, cut };
  }

  get busy(): number {
    return this.#open.size;
  }

  /** Opens lanes for endpoints that have something due, and for those that are named even if they were passed over. */
  async open(news: ReadonlySet<number>): Promise<void> {
    this.#looks++;
    for (const [id, looks] of this.#passedOver) {
      if (news.has(id) || looks <= 1) this.#passedOver.delete(id);
      else this.#passedOver.set(id, looks - 1);
    }
    const except = [...this.#open.keys(), ...this.#passedOver.keys()];
    for (const endpoint of await this.#due(except)) if (this.#hasRoom(endpoint)) this.#begin(endpoint);
  }

  /** Resolves when a lane ends, or it is time to look again. */
  async change(): Promise<void> {
    const looking = new AbortController();
    const look = delay(LOOK_AGAIN_MS, null, { signal: looking.signal }).catch(() => {});
    await Promise.race([look, ...[...this.#open.values()].map(({ run }) => run)]);
    looking.abort();
  }

  /** Resolves when what is under way has ended. */
  async end(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ run }) => run));
  }

  /** Disabled brokerages are told nothing. */
  async #due(except: number[]): Promise<DueEndpoint[]> {
    const due = await dueEndpoints(this.#ctx.db, { now: this.#ctx.clock.now(), except });
    const brokerages = due.flatMap(({ brokerage_id }) => brokerage_id ?? []);
    const sees = await seenSources(this.#ctx.db, brokerages);
    const last = ({ id }: DueEndpoint) => this.#served.get(id) ?? 0;
    return due
      .filter(({ brokerage_id }) => brokerage_id === null || sees.has(brokerage_id))
      .toSorted((one, other) => last(one) - last(other));
  }

  #hasRoom({ failing }: DueEndpoint): boolean {
    if (this.#open.size >= MOST_LANES) return false;
    if (!failing) return true;
    return [...this.#open.values()].filter((lane) => lane.failing).length < MOST_FAILING_LANES;
  }

  #begin(endpoint: DueEndpoint): void {
    const { id, failing } = endpoint;
    this.#served.set(id, this.#looks);
    const run = runLane(this.#ctx, endpoint, this.#traffic)
      .then((taken) => {
        if (taken === 0) this.#passedOver.set(id, LOOKS_PASSED_OVER);
      })
      .catch((error) => {
        this.#ctx.log.error({ err: error, webhook: id }, "the deliveries of a webhook wait");
        this.#passedOver.set(id, LOOKS_PASSED_OVER);
      })
      .finally(() => this.#open.delete(id));
    this.#open.set(id, { failing, run });
  }
}

/** What has arrived and is not noted would come again: a database that is away for a moment is waited for. */
async function settlePatiently(ctx: Context, attempts: Attempt[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await settleAttempts(ctx, attempts);
    } catch (error) {
      if (!isConnectionError(error) || tries === SETTLE_TRIES || ctx.signal.aborted) throw error;
      await delay(1000);
    }
  }
}
