import type { AddressInfo } from "node:net";
import { type FavoritesFixture, openFavorites } from "../../server/test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../server/test/harness/test-app.ts";
import {
  startWeatherProxy,
  type Weather,
  type WeatherProxy,
} from "../../server/test/harness/weather-proxy.ts";
import type { KeyValueStorage } from "../src/storage.ts";
import { createTracker, type Tracker, type TrackerOptions } from "../src/tracker.ts";

const EVENTS = "POST /sessions/events";

/** The real server behind weather that a test makes, and visitors of a brokerage's website. */
export class Website {
  readonly lintel: TestApp;
  /** The brokerage's, at `homes.test`. */
  readonly brokerage: FavoritesFixture;
  readonly proxy: WeatherProxy;
  /** What befalls the next requests of that kind, one each; then the weather is fair. */
  readonly #coming: Map<string, Weather[]>;
  readonly #trackers: Tracker[] = [];

  private constructor(
    lintel: TestApp,
    brokerage: FavoritesFixture,
    proxy: WeatherProxy,
    coming: Map<string, Weather[]>,
  ) {
    this.lintel = lintel;
    this.brokerage = brokerage;
    this.proxy = proxy;
    this.#coming = coming;
  }

  static async open(): Promise<Website> {
    const lintel = await startTestApp();
    const brokerage = await openFavorites(lintel, "homes");
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = lintel.app.server.address() as AddressInfo;
    const coming = new Map<string, Weather[]>();
    const weather = (line: string) => coming.get(line)?.shift() ?? { kind: "fair" as const };
    const proxy = await startWeatherProxy({ port, host: brokerage.host, weather });
    return new Website(lintel, brokerage, proxy, coming);
  }

  /** What befalls the next reports of events. */
  coming(...weather: Weather[]): void {
    this.comingFor(EVENTS, ...weather);
  }

  comingFor(line: string, ...weather: Weather[]): void {
    this.#coming.set(line, weather);
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
  async stored(...sessions: string[]): Promise<string[]> {
    const rows = await this.lintel.database.db
      .selectFrom("visitor_events")
      .select("id")
      .where("session_id", "in", sessions)
      .orderBy("occurred_at")
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Between tests. */
  quiet(): void {
    for (const tracker of this.#trackers.splice(0)) tracker.stop();
    this.#coming.clear();
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
