import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { auditPage } from "./harness/audit-page.ts";
import { looks } from "./harness/looks.ts";
import { openDevice } from "./harness/open-window.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
if (!possible)
  process.stderr.write(
    "Left out, for want of a Chromium (scripts/with-chromium.sh): the website in a browser\n",
  );

const PAGES = ["/", "/privacy", "/terms", "/accessibility", "/nothing"];

describe.skipIf(!possible)("the website in Chromium", () => {
  let website: WebsiteFixture;
  let browser: Browser;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    await website.change({
      hero_search_examples: ["3 bedrooms in Boise"],
      license_number: "DB-1",
      address_street: "1 Main St",
      address_city: "Boise",
      address_state_abbr: "ID",
      primary_color: "#ffffff",
    });
    await website.lintel.createAgent(website.brokerageId, {
      name: "Ann Lee",
      slug: "ann",
      specialties: ["Lofts"],
    });
    const { port } = await website.listen();
    browser = await openChromium({ everywhere: port });
  });
  afterAll(async () => {
    await browser.close();
    await website.close();
  });

  /** Opens a page and collects what the browser complains of. */
  async function open(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const page = await openDevice(browser, options);
    const complaints: string[] = [];
    const isOwn404 = (text: string) => path === "/nothing" && text.includes("404");
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !isOwn404(message.text()))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol !== "data:" && host !== website.host)
        complaints.push(`${request.url()} is of another website`);
    });
    await page.goto(`http://${website.host}${path}`, { waitUntil: "networkidle" });
    return { page, complaints };
  }

  it.each(looks)(
    "every page is accessible, fits its width and complains of nothing: $look",
    async ({ options, rules }) => {
      for (const path of PAGES) {
        const { page, complaints } = await open(path, options);
        expect([path, await auditPage(page, rules)]).toEqual([path, []]);
        expect([path, complaints]).toEqual([path, []]);
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

  it("every page has its landmarks, its title, and what the law asks for in the footer", async () => {
    for (const path of PAGES) {
      const { page } = await open(path);
      expect(await page.title()).toMatch(/(^|\| )north$/);
      expect(await page.locator("main#main").count()).toBe(1);
      const footer = await page.locator("footer").innerText();
      for (const part of ["1 Main St, Boise, ID", "DB-1", "Equal Housing Opportunity"])
        expect(footer).toContain(part);
      await page.context().close();
    }
  });

  it("the keyboard skips to the content", async () => {
    const { page } = await open("/");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    await page.context().close();
  });

  const wide = { viewport: { width: 1280, height: 900 } };
  const narrow = { viewport: { width: 320, height: 640 } };
  const navigations: [string, BrowserContextOptions, string][] = [
    ["wide", wide, ".nav-wide"],
    ["wide, without script", { ...wide, javaScriptEnabled: false }, ".nav-wide"],
    ["narrow", narrow, ".nav-narrow nav"],
    ["narrow, without script", { ...narrow, javaScriptEnabled: false }, ".nav-narrow nav"],
    ["the footer's", wide, ".site-footer nav"],
    ["the footer's, without script", { ...narrow, javaScriptEnabled: false }, ".site-footer nav"],
  ];

  it.each(navigations)("the keyboard reaches the items below a link: %s", async (_name, options, nav) => {
    const below = [{ label: "Cabins", href: "/homes?q=cabin" }];
    const items = [{ label: "Buy", href: "/homes", children: below }];
    await website.change({ nav_main: items, nav_footer: items });
    const { page } = await open("/terms", options);
    if (nav.startsWith(".nav-narrow")) {
      await page.locator(".nav-narrow > summary").focus();
      await page.keyboard.press("Enter");
    }
    const item = page.locator(`${nav} a`, { hasText: "Cabins" });
    expect(await item.isVisible()).toBe(false);
    await page.locator(`${nav} a`, { hasText: "Buy" }).focus();
    await page.keyboard.press("Tab");
    expect((await page.locator(":focus").innerText()).trim()).toBe("More of Buy");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await item.evaluate((link) => link === document.activeElement)).toBe(true);
    if (options.javaScriptEnabled !== false) expect(await auditPage(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/homes?q=cabin");
    await page.context().close();
    await website.change({ nav_main: [], nav_footer: [] });
  });

  it("says everything without JavaScript", async () => {
    const { page } = await open("/", { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const text = await page.locator("main").innerText();
    for (const part of ["$451,000", "Boise", "Ann Lee", "3 bedrooms in Boise"]) expect(text).toContain(part);
    await page.locator(".nav-narrow > summary").click();
    expect(await page.locator(".nav-narrow nav").isVisible()).toBe(true);
    await page.locator('input[name="q"]').fill("cabin");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/homes?q=cabin");
    await page.context().close();
  });

  it("nothing moves while it loads", async () => {
    const { page } = await open("/");
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    expect(shift).toBeLessThan(0.02);
    await page.context().close();
  });

  it("does not track who refuses, and says so", async () => {
    const plain = await open("/privacy");
    expect(await plain.page.locator("#tracking-signal").getAttribute("data-refused")).toBe("false");
    await plain.page.context().close();
    const { page } = await open("/privacy", { extraHTTPHeaders: { "sec-gpc": "1" } });
    expect(await page.locator("#tracking-signal").innerText()).toContain(
      "no visit of this browser is recorded",
    );
    await page.context().close();
  });
});
