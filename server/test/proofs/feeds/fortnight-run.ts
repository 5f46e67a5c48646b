import { setTimeout as delay } from "node:timers/promises";
import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";
import type { SeededRandom } from "../../search-oracle/seeded-random.ts";
import { isPublic } from "./expected-listing.ts";
import type { FeedControl, Run } from "./feed-control.ts";
import type { Strategy } from "./feed-of-strategy.ts";
import type { FeedServers } from "./feed-servers.ts";
import type { Extent, Incident } from "./fortnight.ts";
import { Incidents } from "./incidents.ts";
import { type Budget, judgeRequests } from "./judge-requests.ts";
import type { StoreJudge } from "./judge-store.ts";
import type { MarketChanges } from "./market-changes.ts";
import type { SimulatedClock } from "./simulated-clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of a fortnight, eight days are an outage. */
const OUTAGE_SHARE = 8 / 14;
/** Changes and kills of a round come within so much real time. */
const ROUND_MS = 1200;
/** Runs and hours at the end, until everything is there. */
const LAST_TRIES = 40;
/** Another process has the changes of a run in its index a moment later. */
const INDEXED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 300;
/** Lines of progress of a run. */
const REPORTS = 20;
type Parts = {
  servers: FeedServers;
  upstream: FeedServer;
  clock: SimulatedClock;
  changes: MarketChanges;
  control: FeedControl;
  judge: StoreJudge;
  random: SeededRandom;
  budget: Budget;
};

/** Two weeks of changes, failures and kills, and what the contract says must be so at each step. Throws on the first violation. */
export class FortnightRun {
  readonly #strategy: Strategy;
  readonly #extent: Extent;
  readonly #parts: Parts;
  readonly #incidents: Incidents;
  readonly #kills: number[] = [];
  /** Listings that were shown and offered at the last look. */
  #shown = new Set<string>();
  #lookedAt = 0;
  #reconciles = 0;
  #unequal: string[] = [];

  constructor(strategy: Strategy, extent: Extent, parts: Parts) {
    this.#strategy = strategy;
    this.#extent = extent;
    this.#parts = parts;
    this.#incidents = new Incidents({
      ...{ ...parts, outageDays: this.#outageDays, changesARound: extent.changesARound },
      look: () => this.#look(),
    });
  }

  async prove(): Promise<string> {
    const { rounds, kills, days } = this.#extent;
    const { control } = this.#parts;
    const startedAt = this.#parts.clock.now();
    await this.#duringInitialLoad();
    await this.#look();
    this.#progress("loaded");
    const after = new Map<number, Incident>();
    for (const [nth, incident] of this.#extent.incidents.entries())
      after.set(Math.floor((rounds * (nth + 1)) / (this.#extent.incidents.length + 1)), incident);
    const step = ((days - this.#outageDays) * DAY_MS) / rounds;
    for (let round = 0; round < rounds; round++) {
      const left = kills - this.#kills.length;
      await this.#round(Math.round(left / (rounds - round)), step);
      const incident = after.get(round);
      if (incident) await this.#incidents.happens(incident);
      if ((round + 1) % Math.ceil(rounds / REPORTS) === 0) this.#progress(`round ${round + 1} of ${rounds}`);
    }
    await this.#untilEqual();
    return this.#report(startedAt, control.hoursWaited);
  }

  get #outageDays(): number {
    return this.#extent.incidents.includes("outage") ? this.#extent.days * OUTAGE_SHARE : 0;
  }

  #progress(what: string): void {
    const { changes, upstream } = this.#parts;
    const made = [...changes.made.values()].reduce((sum, times) => sum + times, 0);
    const requests = upstream.log.since(0).length;
    this.#extent.progress?.(
      `${this.#strategy}: ${what}, ${made} changes, ${this.#kills.length} kill -9, ${requests} requests`,
    );
  }

  async #duringInitialLoad(): Promise<void> {
    const { control, random } = this.#parts;
    await delay(random.integer(0, ROUND_MS));
    if (this.#extent.kills > 0) await this.#kill();
    const first = (await control.runs()).at(-1);
    if (!first) {
      await control.run({ kind: "refresh" });
      return;
    }
    const { state, error } = await control.ended(first.id);
    if (state !== "succeeded") throw new Error(`the initial load is ${state}: ${error?.message}`);
  }

  /** Time passes, changes and kills come at random moments of the runs, and everything still holds. */
  async #round(kills: number, step: number): Promise<void> {
    const { clock, control, random } = this.#parts;
    await control.quiet();
    await clock.advance(step * (0.5 + random.next()));
    this.#disturb();
    const kind = random.weighted<Run["kind"]>([
      [60, "refresh"],
      [38, "reconcile"],
      [2, "initial"],
    ]);
    await Promise.all([this.#change(), this.#killSome(kills), control.run({ kind })]);
    await this.#look();
  }

  async #change(): Promise<void> {
    const { changes, random } = this.#parts;
    const { changesARound } = this.#extent;
    for (let nth = 0; nth < changesARound; nth++) {
      await delay(random.integer(0, (2 * ROUND_MS) / changesARound));
      changes.change();
    }
  }

  async #killSome(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      await delay(this.#parts.random.integer(0, ROUND_MS));
      await this.#kill();
    }
  }

  async #kill(): Promise<void> {
    this.#kills.push(this.#parts.clock.now());
    await this.#parts.servers.killOne();
  }

  /** Small failures of the server, as they happen every day. */
  #disturb(): void {
    const { upstream, random } = this.#parts;
    const { behaviours, access } = upstream;
    if (random.chance(0.3)) access.expireAll();
    if (random.chance(0.4))
      behaviours.fail_next.push(random.pick(["500", "503", "429", "reset", "truncated", "html"] as const));
    if (random.chance(0.4)) behaviours.refuse_next_media.push(random.pick([403, 404, 410, 429] as const));
  }

  /** Nothing that is offered is lost, and nothing lingers that a reconcile could have removed. */
  async #look(): Promise<void> {
    const { changes, clock, control, judge } = this.#parts;
    const at = clock.now();
    const reconciles = (await control.runs()).filter(
      ({ kind, state }) => kind === "reconcile" && state === "succeeded",
    );
    const reconciledAt = Math.max(0, ...reconciles.map(({ started_at }) => Date.parse(started_at)));
    const until = performance.now() + INDEXED_WITHIN_MS;
    for (;;) {
      const listed = await judge.listed();
      const wrong = this.#wrongIn(listed, reconciledAt);
      if (wrong === null) {
        const records = changes.records();
        this.#shown = new Set([...listed].filter((id) => isPublic(records.get(id))));
        break;
      }
      if (performance.now() > until) throw new Error(wrong);
      await delay(LOOK_AGAIN_MS);
    }
    this.#lookedAt = at;
    this.#reconciles = Math.max(this.#reconciles, reconciles.length);
  }

  #wrongIn(listed: ReadonlySet<string>, reconciledAt: number): string | null {
    const { changes } = this.#parts;
    const records = changes.records();
    const lost = [...this.#shown].filter(
      (id) => !listed.has(id) && isPublic(records.get(id)) && changes.publicSince(id) < this.#lookedAt,
    );
    if (lost.length > 0)
      return `${lost.length} listings were lost, such as ${changes.historyOf(lost[0] as string)}`;
    const lingering = changes
      .gone()
      .filter(({ listingId, since }) => since < reconciledAt && listed.has(listingId));
    return lingering.length === 0
      ? null
      : `${lingering.length} listings linger after a reconcile, such as ${changes.historyOf(lingering[0]?.listingId ?? "")}`;
  }

  /** No more changes: a reconcile, and the hours that the photos need, make the store equal to the server. */
  async #untilEqual(): Promise<void> {
    const { clock, control, judge, upstream } = this.#parts;
    Object.assign(upstream.behaviours, { fail_next: [], refuse_next_media: [] });
    await control.quiet();
    await clock.advance(HOUR_MS);
    await control.succeed({ kind: "reconcile" }, "succeeded");
    await control.succeed({ kind: "refresh" }, "succeeded");
    await this.#look();
    const { photos } = this.#extent;
    for (let nth = 0; nth < LAST_TRIES; nth++) {
      await control.quiet();
      const { photos_pending } = await control.status();
      this.#progress(`${photos_pending} photos pending`);
      this.#unequal = await judge.compare({ photos: photos > 0 && photos_pending === 0 });
      if (photos_pending === 0 && this.#unequal.length === 0) return;
      await clock.advance(HOUR_MS + 60_000);
      await delay(1000);
    }
    const pending = (await control.status()).photos_pending;
    throw new Error(
      `The store differs from the server (${pending} photos pending, ${this.#unequal.length} differences): ${this.#unequal.slice(0, 5).join("; ")}; ${this.#historyIn(this.#unequal[0] ?? "")}`,
    );
  }

  /** What happened to the listing that a message names, and to the servers. */
  #historyIn(message: string): string {
    const listing = /KC\d+/i.exec(message)?.[0];
    const kills = this.#kills.map((at) => new Date(at).toISOString()).join(", ");
    return `${listing ? this.#parts.changes.historyOf(listing) : ""}; kills: ${kills}`;
  }

  #report(startedAt: number, hoursWaited: number): string {
    const { clock, upstream, changes, budget } = this.#parts;
    const log = upstream.log.since(0);
    const judged = judgeRequests(log, budget, this.#kills);
    const { most, ...violations } = judged;
    for (const [name, found] of Object.entries(violations))
      if (found.length > 0)
        throw new Error(
          `${found.length} ${name}, such as ${found[0]}; ${this.#historyIn(found[0] as string)}`,
        );
    const photos = log.filter(({ path, status }) => path.startsWith("/media/") && status === 200).length;
    const days = ((clock.now() - startedAt) / DAY_MS).toFixed(1);
    const made = [...changes.made].map(([kind, times]) => `${times} ${kind}`).join(", ");
    return [
      `${changes.records().size} listings after ${days} days, ${this.#kills.length} kill -9, an outage of ${(this.#incidents.outages * this.#outageDays).toFixed(1)} days, ${this.#incidents.holds} holds, ${this.#reconciles} reconciles (${made}).`,
      `  ${log.length} requests, ${photos} photos read; most in an hour ${most.hour} of ${budget.per_hour}, in a second ${most.second} of ${budget.per_second}; ${hoursWaited} hours waited for the budget.`,
      this.#extent.photos > 0 ? "  Photos are compared." : "  Without photos.",
      "  The store equals the server. 0 lost, 0 lingering, 0 photo addresses asked for twice within the hour, 0 photos read again, 0 budget overruns, 0 removals while held.",
    ].join("\n");
  }
}
