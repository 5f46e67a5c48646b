import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { type Fault, type FaultProxy, startFaultProxy } from "../../server/test/harness/fault-proxy.ts";
import { type FavoritesFixture, openFavorites } from "../../server/test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../server/test/harness/test-app.ts";
import type { KeyValueStorage } from "../src/storage.ts";
import { createTracker, type Tracker, type TrackerOptions } from "../src/tracker.ts";

const EVENTS = "POST /sessions/events";

/** The real server behind a proxy with network faults, and visitors of a brokerage's website. */
export class Website {
  readonly lintel: TestApp;
  /** The brokerage's, at `homes.test`. */
  readonly brokerage: FavoritesFixture;
  readonly proxy: FaultProxy;
  /** The faults of the next requests of each kind, one each; further requests pass. */
  readonly #faults: Map<string, Fault[]>;
  readonly #trackers: Tracker[] = [];

  private constructor(
    lintel: TestApp,
    brokerage: FavoritesFixture,
    proxy: FaultProxy,
    faultsByLine: Map<string, Fault[]>,
  ) {
    this.lintel = lintel;
    this.brokerage = brokerage;
    this.proxy = proxy;
    this.#faults = faultsByLine;
  }

  static async open(): Promise<Website> {
    const lintel = await startTestApp();
    const brokerage = await openFavorites(lintel, "homes");
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = lintel.app.server.address() as AddressInfo;
    const faultsByLine = new Map<string, Fault[]>();
    const faultOf = (line: string) => faultsByLine.get(line)?.shift() ?? { kind: "none" as const };
    const proxy = await startFaultProxy({ port, host: brokerage.host, faultOf });
    return new Website(lintel, brokerage, proxy, faultsByLine);
  }

  /** Injects faults into the next reports of events. */
  inject(...faults: Fault[]): void {
    this.injectFor(EVENTS, ...faults);
  }

  injectFor(line: string, ...faults: Fault[]): void {
    this.#faults.set(line, faults);
  }

  /** A tracker of a page; one with the storage of another is of the same browser. It sends when a test says so. */
  tracker(options: TrackerOptions = {}): Tracker {
    const tracker = createTracker({
      baseUrl: this.proxy.url,
      storage: browserMemory(),
      debounceMs: 3_600_000,
      ...options,
    });
    this.#trackers.push(tracker);
    return tracker;
  }

  /** Reports of events so far. */
  reports(): number {
    return this.proxy.requests.filter((line) => line === EVENTS).length;
  }

  /** Ids of what is stored of all the sessions, in their order. */
  async stored(...sessions: (string | null)[]): Promise<string[]> {
    const rows = await this.lintel.database.db
      .selectFrom("visitor_events")
      .select("id")
      .where(
        "session_id",
        "in",
        sessions.filter((id) => id !== null),
      )
      .orderBy("occurred_at")
      // Events of the same millisecond in the order of their rows.
      .orderBy(sql`ctid`)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Between tests. */
  quiet(): void {
    for (const tracker of this.#trackers.splice(0)) tracker.stop();
    this.#faults.clear();
    this.proxy.requests.length = 0;
  }

  async close(): Promise<void> {
    this.quiet();
    await this.proxy.close();
    await this.lintel.close();
  }
}

/** What a browser remembers of a website, up to so many characters. */
export function browserMemory(quota = Number.POSITIVE_INFINITY): KeyValueStorage {
  const kept = new Map<string, string>();
  let keys: string[] = [];
  let used = 0;
  const remove = (key: string) => {
    used -= kept.has(key) ? key.length + (kept.get(key) as string).length : 0;
    kept.delete(key);
  };
  return {
    get length() {
      return kept.size;
    },
    key(at) {
      if (keys.length !== kept.size) keys = [...kept.keys()];
      return keys[at] ?? null;
    },
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      const before = kept.get(key);
      remove(key);
      if (used + key.length + value.length > quota) {
        if (before !== undefined) this.setItem(key, before);
        throw new DOMException("full", "QuotaExceededError");
      }
      used += key.length + value.length;
      kept.set(key, value);
      keys = [];
    },
    removeItem(key) {
      remove(key);
      keys = [];
    },
  };
}
