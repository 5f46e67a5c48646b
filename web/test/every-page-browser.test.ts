import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { allPages } from "./harness/all-pages.ts";
import { auditPage } from "./harness/audit-page.ts";
import { oddBrokerages } from "./harness/odd-brokerages.ts";
import { type ShownBrokerage, showBrokerage } from "./harness/shown-brokerage.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

/** The drawing of maps by the processor is slow, and says so. */
const DRIVER = /GL Driver Message|GPU stall|swiftshader/i;
const PHONE = { width: 320, height: 640 };

describe.skipIf(!possible)("every page in Chromium", () => {
  let website: WebsiteFixture;
  let browser: Browser;
  let ordinary: ShownBrokerage;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    const words = { name: "Ordinary Homes", word: "Oakmont", city: "Boise", color: "#24485c" };
    ordinary = await showBrokerage(website, "ordinary", words);
    browser = await openChromium({ everywhere: (await website.listen()).port });
  });
  afterAll(async () => {
    await browser?.close();
    await website.close();
  });

  /** A window of a person who is signed in, with what it complains of: errors, refusals of the policy, requests of other websites. */
  async function openWindow({ host, cookie }: ShownBrokerage, viewport = PHONE) {
    const context: BrowserContext = await browser.newContext({ viewport, colorScheme: "light" });
    const [name = "", value = ""] = cookie.split("=");
    if (cookie) await context.addCookies([{ name, value, domain: host, path: "/" }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      const isOwnStatus = /status of 4(04|10)/.test(text) && message.location().url === page.url();
      if (["error", "warning"].includes(message.type()) && !DRIVER.test(text) && !isOwnStatus)
        complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!["data:", "blob:"].includes(url.protocol) && url.host !== host) complaints.push(request.url());
    });
    return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  /** What is wrong with a page of a brokerage, on a phone, in light and dark. */
  async function problemsOf(page: Page, host: string, path: string): Promise<string[]> {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`http://${host}${path}`, { waitUntil: "load" });
    const light = await auditPage(page);
    const wide = await widerThanScreen(page);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await auditPage(page, "colors");
    return [...light, ...dark.map((each) => `dark: ${each}`), ...wide];
  }

  it("is accessible in light and dark, fits 320 px, and requests nothing of others", async () => {
    await using opened = await openWindow(ordinary);
    const { page, complaints } = opened;
    const found: string[] = [];
    for (const { path } of allPages(ordinary.examples)) {
      const problems = await problemsOf(page, ordinary.host, path);
      found.push(...[...problems, ...complaints.splice(0)].map((each) => `${path}: ${each}`));
    }
    expect(found).toEqual([]);
  });

  it("requests nothing of others with a map either", async () => {
    await using opened = await openWindow(ordinary, { width: 1280, height: 900 });
    const { page, complaints } = opened;
    await page.goto(`http://${ordinary.host}/homes`);
    await page.waitForSelector("#map[data-ready]", { state: "attached" });
    await page.goto(`http://${ordinary.host}${ordinary.examples.home}`);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
  });

  it.each(Object.entries(oddBrokerages))(
    "the first page and the results of the brokerage %s are accessible and fit",
    async (slug, words) => {
      const brokerage = await showBrokerage(website, slug, words);
      await using opened = await openWindow(brokerage);
      const { page, complaints } = opened;
      const found: string[] = [];
      for (const path of ["/", "/homes"]) {
        const problems = await problemsOf(page, brokerage.host, path);
        found.push(...[...problems, ...complaints.splice(0)].map((each) => `${path}: ${each}`));
      }
      expect(found).toEqual([]);
    },
  );
});

/** What reaches beyond the screen where a page scrolls sideways. */
function widerThanScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > innerWidth,
    );
    return wide.map((each) => `is too wide: ${each.tagName} ${each.className} ${each.id}`);
  });
}
