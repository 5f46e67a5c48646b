import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import type { Market } from "../../server/test/harness/market.ts";
import { openPhotos, type PhotoFixture } from "../../server/test/harness/photo-fixture.ts";
import { auditPage } from "./harness/audit-page.ts";
import { looks } from "./harness/looks.ts";
import { openDevice } from "./harness/open-window.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
if (!possible)
  process.stderr.write("Left out, for want of a Chromium (scripts/with-chromium.sh): homes in a browser\n");

const PATH = "/homes/P-1/101-oakmont-st-boise-id";
const COLORS = ["#3a7a3a", "#7a3a3a", "#3a3a7a", "#7a7a3a", "#3a7a7a", "#7a3a7a"];

describe.skipIf(!possible)("the pages of homes and agents in Chromium", () => {
  let fixture: PhotoFixture;
  let market: Market;
  let browser: Browser;
  const stop = new AbortController();
  beforeAll(async () => {
    fixture = await openPhotos({ WEBSITE: "on" });
    const { lintel, photo, home } = fixture;
    await Promise.all(COLORS.map((color, nth) => fixture.addPicture(`/${nth}.jpg`, color)));
    const fields = {
      UnparsedAddress: "101 Oakmont St",
      PublicRemarks: "A calm house near the river.",
      ListAgentFullName: "Ann Lee",
      Latitude: 43.6,
      Longitude: -116.2,
      InteriorFeatures: ["Fireplace", "W".repeat(300)],
    };
    market = await fixture.openMarket("photos", [
      home(
        "P-1",
        COLORS.map((_, nth) => photo(`/${nth}.jpg`)),
        fields,
      ),
      home("P-2", [photo("/1.jpg")], { Latitude: 43.61, Longitude: -116.2 }),
      home("P-3", [], { UnparsedAddress: "W".repeat(200) }),
    ]);
    await lintel.createAgent(market.brokerageId, {
      name: "Ann Lee",
      slug: "ann",
      phone: "(208) 555-0101",
      bio: "Knows every porch.",
      specialties: ["Lofts"],
    });
    lintel.services.photos.pages.start(stop.signal);
    const images = async (id: string) => (await market.get(`/api/properties/${id}`)).body.images;
    await vi.waitFor(
      async () => {
        expect(await images("P-1")).toHaveLength(COLORS.length);
        expect(await images("P-2")).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openChromium({ everywhere: (lintel.app.server.address() as AddressInfo).port });
  });
  afterAll(async () => {
    stop.abort();
    await browser?.close();
    await fixture.close();
  });

  const hosts = new WeakMap<Page, string[]>();

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openDevice(browser, options);
    const complaints: string[] = [];
    hosts.set(page, complaints);
    page.on("console", (message) => {
      // Over http, a browser names the header that it leaves aside.
      const isOfHttp = message.text().startsWith("The Cross-Origin-Opener-Policy header has been ignored");
      if (["error", "warning"].includes(message.type()) && !isOfHttp) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol !== "data:" && host !== market.host)
        complaints.push(`${request.url()} is of another website`);
    });
    await page.goto(`http://${market.host}${path}`, { waitUntil: "networkidle" });
    return page;
  }

  const relativeWords: [string, string, string][] = [
    ["2026-06-01T20:00:00Z", "America/Boise", "Jun 1, 2026 (today)"],
    ["2026-06-10T05:30:00Z", "America/Boise", "Jun 1, 2026 (8 days ago)"],
    ["2026-06-10T05:30:00Z", "Asia/Tokyo", "Jun 1, 2026 (9 days ago)"],
    ["2026-12-01T20:00:00Z", "America/Boise", "Jun 1, 2026 (6 months ago)"],
  ];

  it.each(relativeWords)("script adds how long ago a day was: at %s in %s", async (now, timezoneId, text) => {
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    await page.goto(`http://${market.host}${PATH}`);
    const listed = page.locator(".detail-list time");
    await expect.poll(() => listed.innerText()).toBe(text);
    expect(await page.locator("table time").first().innerText()).toBe(text);
    await context.close();
  });

  it("without script the day stands alone", async () => {
    const page = await open(PATH, { javaScriptEnabled: false });
    expect(await page.locator(".detail-list time").innerText()).toBe("Jun 1, 2026");
    expect(await page.locator(".detail-list time").getAttribute("datetime")).toBe("2026-06-01");
    await page.context().close();
  });

  it.each(looks)(
    "every page is accessible, fits its width and complains of nothing: $look",
    async ({ options, rules }) => {
      for (const path of [PATH, `${PATH}?print`, "/homes/P-1/tour", "/homes/P-3", "/agents", "/agents/ann"]) {
        const page = await open(path, options);
        expect([path, await auditPage(page, rules)]).toEqual([path, []]);
        expect([path, hosts.get(page)]).toEqual([path, []]);
        const [content, window_] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        expect([path, content]).toEqual([path, window_]);
        expect(await page.locator("h1").count()).toBe(1);
        await page.context().close();
      }
    },
  );

  it("the gallery opens, turns and closes by the keyboard, and gives the focus back", async () => {
    const page = await open(PATH);
    const first = page.locator("#photos a").first();
    await first.focus();
    await page.keyboard.press("Enter");
    const lightbox = page.locator(".pswp--open");
    await lightbox.waitFor();
    await page.waitForFunction(() => document.querySelector(".pswp__counter")?.textContent === "1 / 6");
    await page.waitForFunction(() => document.activeElement?.closest(".pswp") != null);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".pswp__counter")?.textContent === "2 / 6");
    expect(
      await page
        .locator('.pswp__item[aria-hidden="false"] img:not(.pswp__img--placeholder)')
        .getAttribute("alt"),
    ).toMatch(/^Photo \d of/);
    await page.keyboard.press("Escape");
    await page.locator(".pswp").waitFor({ state: "detached" });
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(page.url()).toBe(`http://${market.host}${PATH}`);
    expect(hosts.get(page)).toEqual([]);
    await page.context().close();
  });

  it("the card of a link shows the home's photo", async () => {
    const card = await fixture.lintel.app.inject({
      url: "/homes/P-1/card.png",
      headers: { host: market.host },
    });
    expect(card.statusCode).toBe(200);
    const [red = 0, green = 0] = await sharp(card.rawPayload)
      .extract({ left: 900, top: 20, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    // The first photo is green.
    expect(green).toBeGreaterThan(red + 20);
  });

  it("the photo of a card grows into the gallery, once", async () => {
    const page = await open("/agents/ann");
    await page.evaluate(() => {
      addEventListener("pageswap", (event) => {
        const { viewTransition } = event as PageSwapEvent;
        const named = document.querySelectorAll<HTMLElement>('.photo[style*="view-transition-name"]').length;
        sessionStorage.setItem("swap", `${viewTransition !== null} ${named}`);
      });
    });
    await page.locator(".card-link").first().click();
    await page.waitForURL(`**${PATH}`);
    expect(await page.evaluate(() => sessionStorage.getItem("swap"))).toBe("true 1");
    await page.context().close();
  });

  it("all photos can be seen without script, each in its largest size behind a link", async () => {
    const page = await open(PATH, { javaScriptEnabled: false });
    expect(await page.locator("#photos li:visible").count()).toBe(5);
    await page.getByText("All 6 photos").click();
    expect(await page.locator("#photos li:visible").count()).toBe(6);
    await page.locator("#photos a").nth(5).click();
    await page.waitForURL("**/files/**");
    await page.context().close();
  });

  it.each([
    ["with script", true],
    ["without script", false],
  ])("asks for a tour by the keyboard, %s", async (_name, javaScriptEnabled) => {
    const page = await open(PATH, { javaScriptEnabled, viewport: { width: 390, height: 844 } });
    await page.locator(".tour-bar a").click();
    await page.waitForURL("**#tour");
    const form = page.locator("#tour form");
    await form.getByLabel("Sat").check();
    await form.getByLabel("Your name").fill("Bo Ng");
    await form.getByLabel("Email").fill("no@address");
    await form.getByLabel("Message").fill("Is it quiet?");
    await form.evaluate((each: HTMLFormElement) => {
      each.noValidate = true;
    });
    await page.keyboard.press("Tab");
    await form.getByRole("button").press("Enter");
    await page.waitForURL("**/homes/P-1/tour");
    expect(await page.title()).toMatch(/^Error: /);
    // The audit needs timers, which a page without script has none of.
    if (javaScriptEnabled) expect(await auditPage(page)).toEqual([]);
    if (javaScriptEnabled)
      expect(await page.locator(".error-summary").evaluate((each) => each === document.activeElement)).toBe(
        true,
      );
    expect(await page.getByLabel("Message").inputValue()).toBe("Is it quiet?");
    expect(await page.getByLabel("Sat").isChecked()).toBe(true);
    await page.locator(".error-summary a").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(`bo-${javaScriptEnabled}@x.test`);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === "/homes/P-1/tour/sent");
    expect(await page.locator("h1").innerText()).toBe("Your request was sent");
    await page.context().close();
  });

  it("works out a payment while it is typed", async () => {
    const page = await open(PATH);
    const sum = page.locator("#payment output");
    await sum.scrollIntoViewIfNeeded();
    await page.locator("#payment .started").waitFor();
    expect(await sum.innerText()).toBe("$2,023");
    await page.getByLabel("Interest rate").fill("0");
    await page.getByLabel("Years").fill("10");
    await expect.poll(() => sum.innerText()).toBe("$2,667");
    await page.context().close();
  });

  it("hides the way to the form beside the form", async () => {
    const page = await open(PATH, { viewport: { width: 390, height: 844 } });
    const bar = page.locator(".tour-bar");
    expect(await bar.isVisible()).toBe(true);
    await page.locator("#tour").scrollIntoViewIfNeeded();
    await bar.waitFor({ state: "hidden" });
    await page.context().close();
  });

  it("records a view, and not of a visitor who refuses", async () => {
    const { db } = fixture.lintel.database;
    const sessions = async () => (await db.selectFrom("visitor_sessions").select("id").execute()).length;
    const before = await sessions();
    const refused = await open(PATH, { extraHTTPHeaders: { "sec-gpc": "1" } });
    await refused.context().close();
    expect(await sessions()).toBe(before);
    const page = await open(PATH);
    await vi.waitFor(async () => expect(await sessions()).toBe(before + 1), { timeout: 10_000 });
    await page.context().close();
  });

  it("nothing moves while it loads, and its scripts are small", async () => {
    const page = await open(PATH);
    const [shift, script] = await page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const bytes = files
            .filter(({ name }) => name.endsWith(".js"))
            .reduce((all, { encodedBodySize }) => all + encodedBodySize, 0);
          setTimeout(() => resolve([sum, bytes]), 300);
        }),
    );
    expect(shift).toBeLessThan(0.02);
    expect(script).toBeLessThan(30_000);
    await page.context().close();
  });
});
