import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { SeededRandom } from "../../search-oracle/seeded-random.ts";

/** The content of an event, unique in a run: two rows with it are one event counted twice. */
export type Mark = string;
export type Tracked = Map<Mark, { id: string | null; visitor: number }>;

/** One visitor with a browser profile, and all of their events. */
export class Visitor {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #context: BrowserContext;
  readonly #url: string;
  readonly #tracked: Tracked;
  #page: Page | null = null;
  #done = 0;
  /** The number of mishaps of each kind. */
  readonly mishaps: string[] = [];

  private constructor(
    number: number,
    context: BrowserContext,
    url: string,
    random: SeededRandom,
    tracked: Tracked,
  ) {
    this.#number = number;
    this.#context = context;
    this.#url = url;
    this.#random = random;
    this.#tracked = tracked;
  }

  static async open(
    browser: Browser,
    { number, url, random, tracked }: { number: number; url: string; random: SeededRandom; tracked: Tracked },
  ): Promise<Visitor> {
    const context = await browser.newContext();
    context.setDefaultTimeout(30_000);
    return new Visitor(number, context, url, random, tracked);
  }

  /** Several events with as many mishaps; then the browser is closed. */
  async visit(mishaps: number): Promise<void> {
    await this.#open();
    for (let n = 0; n < mishaps; n++) {
      await this.#doSomeThings();
      const mishap = this.#random.weighted(this.#ways);
      this.mishaps.push(mishap);
      await this[mishap]();
    }
    await this.#doSomeThings();
    await this.#close();
  }

  /** On a working network. @returns their session, when no event is queued any more */
  async comeBack(): Promise<string> {
    const page = await this.#open();
    await page.waitForFunction("tracker.pending() === 0", undefined, { timeout: 120_000, polling: 100 });
    const lost = await page.evaluate("lost");
    if ((lost as unknown[]).length > 0) throw new Error(`Given up as lost: ${JSON.stringify(lost)}`);
    const session = await page.evaluate<string>("tracker.sessionId()");
    await this.#context.close();
    return session;
  }

  readonly #ways = [
    [3, "thinks"],
    [3, "reloads"],
    [3, "closes the tab"],
    [2, "loses the network"],
    [2, "loses the network and closes the tab"],
    [2, "has a slow network"],
    [2, "looks at two tabs"],
    [1, "loses the tab to a crash"],
  ] as const;

  /** Long enough for the tracker to send. */
  async thinks(): Promise<void> {
    await delay(this.#random.integer(4800, 6000));
  }

  async reloads(): Promise<void> {
    await this.#here().reload();
    await this.#ready(this.#here());
  }

  async "closes the tab"(): Promise<void> {
    await this.#close();
    await this.#open();
  }

  async "loses the network"(): Promise<void> {
    await this.#context.setOffline(true);
    await this.#doSomeThings();
    await delay(this.#random.integer(0, 1500));
    await this.#context.setOffline(false);
  }

  async "loses the network and closes the tab"(): Promise<void> {
    await this.#context.setOffline(true);
    await this.#doSomeThings();
    await this.#close();
    await this.#context.setOffline(false);
    await this.#open();
  }

  async "has a slow network"(): Promise<void> {
    const devtools = await this.#context.newCDPSession(this.#here());
    const bytes = this.#random.integer(2, 20) * 1000;
    const slow = { offline: false, latency: 600, downloadThroughput: bytes, uploadThroughput: bytes };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await this.#doSomeThings();
    if (this.#random.chance(0.5)) return this["closes the tab"]();
    await this.thinks();
    const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", fast);
  }

  async "looks at two tabs"(): Promise<void> {
    const first = this.#here();
    const second = await this.#newTab();
    for (const page of [first, second, first, second]) {
      this.#page = page;
      await this.#doOneThing();
    }
    await Promise.all([first, second].map((page) => page.evaluate("void tracker.flush()")));
    await closeWithUnload(first);
  }

  /** A view that is open then is sent half an hour later: none is open. */
  async "loses the tab to a crash"(): Promise<void> {
    const page = this.#here();
    await page.evaluate("window.view?.end()");
    const devtools = await this.#context.newCDPSession(page);
    // Its request will never be answered.
    devtools.send("Page.crash").catch(() => {});
    await page.waitForEvent("crash");
    await page.close();
    await this.#open();
  }

  async #doSomeThings(): Promise<void> {
    for (let left = this.#random.integer(1, 5); left > 0; left--) await this.#doOneThing();
  }

  async #doOneThing(): Promise<void> {
    const mark = `v${this.#number}-${++this.#done}`;
    const does = this.#random.weighted([
      [3, () => this.#track(mark, `tracker.trackSearch("${mark}")`)],
      [3, () => this.#track(mark, `tracker.trackFilter("price_max", "${mark}")`)],
      [2, () => this.#track(mark, `tracker.track({ type: "favorite_added", listing_id: "${mark}" })`)],
      [1, () => this.#track(mark, `tracker.track({ type: "favorite_removed", listing_id: "${mark}" })`)],
      [4, () => this.#look(mark)],
    ]);
    await does();
  }

  async #track(mark: Mark, script: string): Promise<void> {
    const id = await this.#here().evaluate<string>(script);
    this.#tracked.set(mark, { id, visitor: this.#number });
  }

  /** Sent when the view ends, for any reason. */
  async #look(listing: string): Promise<void> {
    const photos = this.#random.integer(0, 3);
    const id = await this.#here().evaluate<string>(
      `window.view = tracker.trackView("${listing}");
       scrollTo(0, ${this.#random.integer(0, 2000)});
       for (let n = 0; n < ${photos}; n++) view.photo(n);
       view.id`,
    );
    this.#tracked.set(listing, { id, visitor: this.#number });
    for (let n = 0; n < photos; n++) {
      this.#tracked.set(`${listing} photo ${n}`, { id: null, visitor: this.#number });
    }
  }

  #here(): Page {
    if (!this.#page) throw new Error("The visitor has no tab open");
    return this.#page;
  }

  async #open(): Promise<Page> {
    this.#page = await this.#newTab();
    return this.#page;
  }

  async #newTab(): Promise<Page> {
    const page = await this.#context.newPage();
    await page.goto(this.#url);
    await this.#ready(page);
    return page;
  }

  async #ready(page: Page): Promise<void> {
    await page.waitForFunction("window.tracker");
  }

  async #close(): Promise<void> {
    await closeWithUnload(this.#here());
    this.#page = null;
  }
}

/** Closes the page as a user does, with its unload handlers. */
async function closeWithUnload(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
}
