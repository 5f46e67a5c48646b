import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";
import { isPublic } from "./expected-listing.ts";
import type { FeedControl } from "./feed-control.ts";
import type { Incident } from "./fortnight.ts";
import type { StoreJudge } from "./judge-store.ts";
import type { MarketChanges } from "./market-changes.ts";
import type { SimulatedClock } from "./simulated-clock.ts";

const DAY_MS = 86_400_000;
/** More than the guard lets go at once: 50, and 20 percent. */
const GUARD = { count: 50, share: 0.2 };

type Parts = {
  upstream: FeedServer;
  clock: SimulatedClock;
  changes: MarketChanges;
  control: FeedControl;
  judge: StoreJudge;
  outageDays: number;
  changesARound: number;
  /** Throws when listings are lost or linger. */
  look: () => Promise<void>;
};

/** What happens to a feed's server now and then, and what the contract says of the feed then. */
export class Incidents {
  outages = 0;
  holds = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  happens(incident: Incident): Promise<void> {
    switch (incident) {
      case "empty answer":
        return this.#emptyAnswer();
      case "many removals":
        return this.#manyGoAtOnce();
      case "outage":
        return this.#outage();
    }
  }

  /** An answer that offers nothing is held, and nothing goes. */
  async #emptyAnswer(): Promise<void> {
    const { upstream } = this.#parts;
    upstream.behaviours.empty = true;
    await this.#expectHold();
    upstream.behaviours.empty = false;
    await this.#endHold({ kind: "reconcile" });
  }

  /** More than the guard lets go: first they come back, then they are gone indeed. */
  async #manyGoAtOnce(): Promise<void> {
    const { changes } = this.#parts;
    const offered = [...changes.records().values()].filter(isPublic).length;
    const many = Math.max(GUARD.count, Math.ceil(offered * GUARD.share)) + 2;
    if (many > offered) throw new Error(`${offered} listings are too few: ${many} have to go at once`);
    const gone = changes.removeAtOnce(many);
    await this.#expectHold(gone);
    changes.bringBack(gone);
    await this.#endHold({ kind: "reconcile" });
    const goneIndeed = changes.removeAtOnce(many);
    await this.#expectHold(goneIndeed);
    await this.#endHold({ kind: "reconcile", confirm_removals: true });
    changes.bringBack(goneIndeed);
    await this.#parts.control.run({ kind: "refresh" });
  }

  async #expectHold(gone: readonly string[] = []): Promise<void> {
    const { changes, control, judge } = this.#parts;
    await control.quiet();
    const before = await judge.listed();
    const run = await this.#parts.control.succeed({ kind: "reconcile" }, "held");
    const { state } = await control.status();
    const after = await judge.listed();
    const records = changes.records();
    // What says itself that it is gone, or is withdrawn, is not held.
    const removed = [...before].filter(
      (id) => !after.has(id) && (!records.has(id) || isPublic(records.get(id))),
    );
    if (removed.length > 0)
      throw new Error(
        `run ${run.id} is held, and removed ${removed.length} listings, such as ${changes.historyOf(removed[0] as string)} (${gone.length} are gone)`,
      );
    if (!["held", "running", "waiting"].includes(state)) throw new Error(`the feed is ${state}, not held`);
    this.holds++;
  }

  async #endHold(body: { kind: "reconcile"; confirm_removals?: boolean }): Promise<void> {
    await this.#parts.control.succeed(body, "succeeded");
    const { state } = await this.#parts.control.status();
    if (state === "held") throw new Error("the hold did not end");
    await this.#parts.look();
  }

  /** Eight days in which nothing is answered, and the market goes on. */
  async #outage(): Promise<void> {
    const { clock, control, upstream, changes, outageDays, changesARound } = this.#parts;
    await control.quiet();
    upstream.behaviours.down = true;
    for (const share of [0.5, 0.5]) {
      await clock.advance(share * outageDays * DAY_MS);
      for (let nth = 0; nth < changesARound; nth++) changes.change();
      const run = await control.run({ kind: "refresh" });
      if (run.state !== "failed") throw new Error(`a run during the outage is ${run.state}`);
      await this.#parts.look();
    }
    upstream.behaviours.down = false;
    this.outages++;
    await this.#parts.control.succeed({ kind: "refresh" }, "succeeded");
  }
}
