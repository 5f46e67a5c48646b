import { setTimeout as delay } from "node:timers/promises";
import type { LoggedRequest } from "../../../../feed-server/src/request-log.ts";
import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";
import type { FeedServers } from "./feed-servers.ts";
import type { Budget } from "./judge-requests.ts";
import type { SimulatedClock } from "./simulated-clock.ts";

const FEEDS = "/api/admin/feeds";
const POLL_MS = 100;
/** A run that asks nothing for so long waits for its budget: longer than before a request is sent again. */
const WAITS_MS = 7000;
/** The same where most of the budget is used up. */
const WAITS_AT_LIMIT_MS = 700;
const AT_LIMIT = 0.8;
/** While no run is under way: photos are looked for at least that often. */
const QUIET_MS = 800;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of real time. */
const RUN_WITHIN_MS = 300_000;
const MAX_HOURS = 500;

export type Run = {
  id: number;
  kind: "initial" | "refresh" | "reconcile";
  state: "running" | "succeeded" | "failed" | "held";
  started_at: string;
  removed: number;
  error: { code: string; message: string } | null;
};
export type FeedStatus = { state: string; photos_pending: number; error: { code: string } | null };

type Parts = { servers: FeedServers; upstream: FeedServer; clock: SimulatedClock; budget: Budget };

/** The feed over the admin routes: its runs, and when it has nothing to do until the clock moves. */
export class FeedControl {
  /** Hours that passed only because a budget was used up. */
  hoursWaited = 0;
  readonly #id: number;
  readonly #parts: Parts;
  #last: { request: LoggedRequest | undefined; seenAt: number } = { request: undefined, seenAt: 0 };

  private constructor(id: number, parts: Parts) {
    this.#id = id;
    this.#parts = parts;
  }

  static async create(parts: Parts, configuration: object): Promise<FeedControl> {
    const { status, body } = await parts.servers.call<{ id: number }>("POST", FEEDS, configuration);
    if (status !== 201) throw new Error(`creating the feed answered ${status}: ${JSON.stringify(body)}`);
    return new FeedControl(body.id, parts);
  }

  async status(): Promise<FeedStatus> {
    const { body } = await this.#parts.servers.call<{ status: FeedStatus }>("GET", `${FEEDS}/${this.#id}`);
    return body.status;
  }

  /** Newest first. */
  async runs(): Promise<Run[]> {
    const { body } = await this.#parts.servers.call<{ items: Run[] }>(
      "GET",
      `${FEEDS}/${this.#id}/runs?page_size=100`,
    );
    return body.items;
  }

  /** Requests a run, waiting for one that is under way, and for its end. */
  async run(body: { kind: Run["kind"]; confirm_removals?: boolean }): Promise<Run> {
    const until = performance.now() + RUN_WITHIN_MS;
    for (;;) {
      const reply = await this.#parts.servers.call<{ run_id: number }>(
        "POST",
        `${FEEDS}/${this.#id}/run`,
        body,
      );
      if (reply.status === 202) return this.ended(reply.body.run_id);
      if (reply.status !== 409)
        throw new Error(`the run answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      if (performance.now() > until)
        throw new Error(`no run could begin: ${JSON.stringify(await this.status())}`);
      await this.idle();
    }
  }

  /** Runs until one ends so; failures on purpose, and kills, may spoil some. */
  async succeed(body: { kind: Run["kind"]; confirm_removals?: boolean }, state: Run["state"]): Promise<Run> {
    const ended: Run[] = [];
    while (ended.length < 4) {
      const run = await this.run(body);
      if (run.state === state) return run;
      ended.push(run);
    }
    const states = ended.map((run) => `${run.state} ${run.error?.code ?? ""} ${run.error?.message ?? ""}`);
    throw new Error(`a ${body.kind} was to be ${state}, and was ${states.join("; ")}`);
  }

  /** Resolves at the end of a run, moving the clock while it waits for its budget. */
  async ended(id: number): Promise<Run> {
    return this.#until(`run ${id} ends`, async () => {
      const run = (await this.runs()).find((each) => each.id === id);
      return run && run.state !== "running" ? run : null;
    });
  }

  /** Resolves when no run is under way. */
  async idle(): Promise<true> {
    return this.#until("no run is under way", async () =>
      (await this.runs()).some(({ state }) => state === "running") ? null : true,
    );
  }

  /** Resolves when nothing is asked until the clock moves: photos may wait for their budget. */
  async quiet(): Promise<void> {
    await this.idle();
    const until = performance.now() + RUN_WITHIN_MS;
    while (this.#sinceRequest() < QUIET_MS) {
      if (performance.now() > until) throw new Error("Requests did not end");
      await delay(POLL_MS);
    }
  }

  async #until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
    const until = performance.now() + RUN_WITHIN_MS;
    let movedAt = performance.now();
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() > until)
        throw new Error(`In five minutes it was not so that ${what}: ${JSON.stringify(await this.status())}`);
      if (this.#isWaitingForBudget(performance.now() - movedAt)) {
        if (++this.hoursWaited > MAX_HOURS) throw new Error("The budget does not suffice");
        await this.#parts.clock.advance(HOUR_MS);
        movedAt = performance.now();
      }
      await delay(POLL_MS);
    }
  }

  #isWaitingForBudget(sinceMoved: number): boolean {
    const idleMs = Math.min(this.#sinceRequest(), sinceMoved);
    if (idleMs < WAITS_AT_LIMIT_MS) return false;
    const { upstream, budget } = this.#parts;
    const lately = (ms: number) => upstream.log.since(upstream.now() - ms).length;
    return (
      idleMs > WAITS_MS ||
      lately(HOUR_MS) > AT_LIMIT * budget.per_hour ||
      lately(DAY_MS) > AT_LIMIT * budget.per_day
    );
  }

  /** In real time: the clock of the log moves. */
  #sinceRequest(): number {
    const request = this.#parts.upstream.log.last();
    if (request !== this.#last.request) this.#last = { request, seenAt: performance.now() };
    return performance.now() - this.#last.seenAt;
  }
}
