import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addBrokerageDomain } from "../../server/src/brokerages/index.ts";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { openWebsite, type Website as Pages } from "../../server/test/proofs/visits/website.ts";
import type { Favorites } from "../src/favorites.ts";
import type { Tracker } from "../src/tracker.ts";
import type { View } from "../src/view.ts";
import { Website } from "./website.ts";

declare global {
  interface Window {
    tracker: Tracker;
    favorites: Favorites;
    view: View;
  }
}

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
if (!possible)
  process.stderr.write("Left out, for want of a Chromium (scripts/with-chromium.sh): the tracker in pages\n");

describe.skipIf(!possible)("in a page of Chromium", () => {
  let website: Website;
  let pages: Pages;
  let browser: Browser;
  let visitor: BrowserContext;
  beforeAll(async () => {
    website = await Website.open();
    // On which pages may have any port.
    await addBrokerageDomain(website.lintel.ctx, { brokerage_id: website.brokerage.id, domain: "localhost" });
    pages = await openWebsite(website.proxy.url);
    browser = await openChromium();
  });
  beforeEach(async () => {
    visitor = await browser.newContext();
  });
  afterEach(async () => {
    await visitor.close();
    website.quiet();
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
    await website.close();
  });

  async function open(prepare?: () => void): Promise<Page> {
    const page = await visitor.newPage();
    if (prepare) await page.addInitScript(prepare);
    await page.goto(pages.url);
    await page.waitForFunction(() => window.tracker);
    return page;
  }

  const session = (page: Page) => page.evaluate(async () => (await window.tracker.sessionId()) as string);

  async function dataOf(sessionId: string, type: string) {
    const rows = await website.lintel.database.db
      .selectFrom("visitor_events")
      .select("data")
      .where("session_id", "=", sessionId)
      .where("type", "=", type)
      .orderBy("occurred_at")
      .execute();
    return rows.map(({ data }) => data);
  }

  it("events of a tab that closes at once arrive without a later visit", async () => {
    const page = await open();
    const id = await page.evaluate(() => window.tracker.trackSearch("Boise"));
    const ownSession = await session(page);
    await page.close({ runBeforeUnload: true });
    await vi.waitFor(async () => expect(await website.stored(ownSession)).toEqual([id]), { timeout: 20_000 });
  });

  it("one view says how long the page was to be seen, how far it was scrolled, and which photos were looked at", async () => {
    const page = await visitor.newPage();
    await page.clock.install();
    await page.goto(pages.url);
    await page.waitForFunction(() => window.tracker);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const setShown = (state: string) =>
      page.evaluate((shown) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, value: shown });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const ownSession = await session(page);

    const id = await page.evaluate(() => {
      window.view = window.tracker.trackView("A-1");
      window.view.photo(0);
      return window.view.id;
    });
    await page.clock.runFor(2000);
    await page.evaluate(() => {
      window.view.photo(4);
      window.view.zoom();
    });
    await page.clock.runFor(5000);
    await setShown("hidden");
    await page.clock.runFor(60_000);
    await setShown("visible");
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => addEventListener("scroll", resolve, { once: true }));
      const { scrollHeight, clientHeight } = document.documentElement;
      scrollTo(0, (scrollHeight - clientHeight) / 2);
      await scrolled;
      window.view.usedCalculator();
    });
    await page.clock.runFor(3000);
    await page.evaluate(() => {
      window.tracker.trackView("A-2").downloadedPdf();
      window.tracker.stop();
    });
    const next = await open();
    await next.waitForFunction(() => window.tracker.pending() === 0);

    expect(await dataOf(ownSession, "property_view")).toEqual([
      {
        listing_id: "A-1",
        engagement: { time_seconds: 10, scroll_percent: 50, photos_viewed: 2, used_calculator: true },
      },
      { listing_id: "A-2", engagement: { time_seconds: 0, photos_viewed: 0, downloaded_pdf: true } },
    ]);
    expect(await dataOf(ownSession, "photo_engagement")).toEqual([
      { listing_id: "A-1", photo_index: 0, dwell_ms: 2000, zoomed: false },
      { listing_id: "A-1", photo_index: 4, dwell_ms: 8000, zoomed: true },
    ]);
    expect(await website.stored(ownSession)).toContain(id);
  });

  it("works where the browser keeps nothing, until the page goes", async () => {
    const page = await open(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    const id = await page.evaluate(() => window.tracker.trackSearch("Boise"));
    await page.evaluate(() => window.tracker.flush());
    expect(await website.stored(await session(page))).toEqual([id]);
  });

  it("works without locks and random ids, as on pages without https", async () => {
    const plain = () => {
      Object.defineProperty(navigator, "locks", { value: undefined });
      Object.defineProperty(crypto, "randomUUID", { value: undefined });
    };
    const tabs = [await open(plain), await open(plain)];
    const ownSession = await session(tabs[0] as Page);
    const ids: string[] = [];
    for (let round = 0; round < 5; round++) {
      for (const tab of tabs) ids.push(await tab.evaluate(() => window.tracker.trackSearch("Boise")));
    }
    await Promise.all(tabs.map((tab) => tab.evaluate(() => window.tracker.flush())));
    expect(new Set(ids).size).toBe(10);
    expect((await website.stored(ownSession)).toSorted()).toEqual(ids.toSorted());
  });

  it("signs in with the token of the page's address, and takes it out of there", async () => {
    const token = await website.brokerage.newToken("ada@visitors.test");
    const page = await visitor.newPage();
    await page.goto(`${pages.url}favorites/verify?from=mail#token=${token}`);
    await page.waitForFunction(() => window.favorites);
    await page.evaluate(() => {
      window.favorites.add("A-1");
      return window.favorites.verify();
    });
    expect(await page.evaluate(() => window.favorites.email())).toBe("ada@visitors.test");
    expect(page.url()).toBe(`${pages.url}favorites/verify?from=mail`);
    const elsewhere = await website.brokerage.signIn("ada@visitors.test");
    expect((await website.brokerage.list(elsewhere)).body.favorites).toEqual(["A-1"]);
  });

  it("tells another tab of the same browser what has become a favorite", async () => {
    const [one, two] = [await open(), await open()];
    const notified = two.evaluate(
      () =>
        new Promise((resolve) => {
          window.favorites.subscribe(() => resolve(window.favorites.list()));
        }),
    );
    await one.evaluate(() => window.favorites.add("A-1"));
    expect(await notified).toEqual(["A-1"]);
  });
});
