import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { auditPage } from "./harness/audit-page.ts";
import { looks } from "./harness/looks.ts";
import { openWindow } from "./harness/open-window.ts";
import { fortyHomes, heading, pathOf, scripted } from "./harness/results-page.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const homes = fortyHomes(() => ({ StateOrProvince: "ID", ListingContractDate: "2026-06-01" }));

describe.skipIf(!possible)("result lists in Chromium", () => {
  let website: WebsiteFixture;
  let browser: Browser;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, homes);
    browser = await openChromium({ everywhere: (await website.listen()).port });
  });
  afterAll(async () => {
    await browser.close();
    await website.close();
  });

  const open = (path: string, options?: BrowserContextOptions) =>
    openWindow(browser, website.host, path, options);

  const mapReady = (page: Page) => page.waitForSelector("#map[data-ready]", { state: "attached" });

  it("chips, forms and paging change the list without a new page; back and forward return to each", async () => {
    await using opened = await open("/homes?city=Boise&min_beds=4");
    const { page, complaints } = opened;
    await scripted(page);
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await page.locator('[data-filter="city"] a').click();
    await expect.poll(() => heading(page)).toBe("16 homes");
    expect(pathOf(page)).toBe("/homes?min_beds=4");
    expect(await page.locator("[data-status]").innerText()).toBe("16 homes");
    await page.locator("summary", { hasText: "Price" }).click();
    await page.locator('input[name="max_price"]').fill("400000");
    await page.keyboard.press("Enter");
    await expect.poll(() => heading(page)).toBe("4 homes");
    expect(pathOf(page)).toBe("/homes?max_price=400000&min_beds=4");
    expect(await page.locator(":focus").innerText()).toContain("Price");
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("16 homes");
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("12 homes");
    await page.goForward();
    await expect.poll(() => heading(page)).toBe("16 homes");
    expect(await page.locator("body[data-same]").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("keeps the place on the page when the visitor comes back", async () => {
    await using opened = await open("/homes");
    const { page } = opened;
    await scripted(page);
    await page.locator('a[rel="next"]').first().scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(500);
    await page.locator('a[rel="next"]').first().click();
    await page.waitForURL("**/homes?page=2");
    await expect.poll(() => page.locator("#results [data-listing]").count()).toBe(16);
    expect(await page.evaluate(() => scrollY)).toBeLessThan(200);
    await page.goBack();
    await expect.poll(() => page.locator("#results [data-listing]").count()).toBe(24);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  });

  it("a lost network is shown, what was typed stays, and trying again goes on", async () => {
    await using opened = await open("/homes");
    const { page } = opened;
    await scripted(page);
    await page.context().setOffline(true);
    await page.locator('input[name="q"]').fill("4 bedrooms");
    await page.keyboard.press("Enter");
    await page.locator("[data-notice]", { hasText: "Check your connection" }).waitFor();
    expect(await page.locator('input[name="q"]').inputValue()).toBe("4 bedrooms");
    expect(await heading(page)).toBe("40 homes");
    await page.context().setOffline(false);
    await page.locator("[data-notice] button").click();
    await expect.poll(() => heading(page)).toBe("16 homes");
    expect(await page.locator("[data-notice]").isVisible()).toBe(false);
  });

  it("everything works without JavaScript", async () => {
    await using opened = await open("/homes", {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const { page } = opened;
    await page.locator("summary", { hasText: "Beds" }).click();
    await page.locator('input[name="min_beds"][value="4"]').check();
    await page.locator(".menu[open] button").click();
    expect(await heading(page)).toBe("16 homes");
    await page.locator("summary", { hasText: "Sort" }).click();
    await page.locator("a", { hasText: "Price, low to high" }).click();
    expect(await page.locator("#results .card-price").first().innerText()).toBe("$330,000");
    await page.locator('[data-filter="min_beds"] a').click();
    expect(await heading(page)).toBe("40 homes");
    await page.locator('a[rel="next"]').first().click();
    expect(await page.locator("#results [data-listing]").count()).toBe(16);
    expect(await page.locator(".map-column").isVisible()).toBe(false);
  });

  it("the map shows the homes, leads the list when it is moved, and follows its filters", async () => {
    await using opened = await open("/homes");
    const { page, complaints } = opened;
    const tiles: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/map/tiles/")) tiles.push(request.url());
    });
    await mapReady(page);
    expect(
      await page.locator("#map canvas").evaluate((canvas) => canvas.closest("[aria-hidden]") !== null),
    ).toBe(true);
    // Zoomed in by its button, the map has fewer homes than the list had.
    for (let nth = 0; nth < 2; nth++) {
      await page.locator('[data-zoom="in"]').click();
      await page.waitForURL(/min_lat=/);
      await page.waitForTimeout(800);
    }
    await expect.poll(async () => Number.parseInt(await heading(page), 10)).toBeLessThan(40);
    expect(await page.locator('[data-filter="box"]').count()).toBe(1);
    tiles.length = 0;
    await page.locator("summary", { hasText: "Beds" }).click();
    await page.locator('input[name="min_beds"][value="5"]').check();
    await page.locator(".menu[open] button").click();
    await page.waitForURL(/min_beds=5/);
    await expect.poll(() => tiles.some((url) => url.includes("min_beds=5"))).toBe(true);
    await page.locator('[data-filter="box"] a').click();
    await expect.poll(() => heading(page)).toBe("8 homes");
    expect(complaints).toEqual([]);
  });

  it("an area that is drawn on the map is searched, and its chip removes it", async () => {
    await using opened = await open("/homes");
    const { page } = opened;
    await mapReady(page);
    await page.locator("[data-draw]").click();
    await page.locator("[data-hint]", { hasText: "corners" }).waitFor();
    const box = await page.locator("#map canvas").first().boundingBox();
    if (!box) throw new Error("no map");
    const corners = [
      [0.1, 0.25],
      [0.6, 0.25],
      [0.6, 0.9],
      [0.1, 0.9],
      [0.1, 0.25],
    ] as const;
    for (const [x, y] of corners) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 3 });
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { delay: 40 });
      await page.waitForTimeout(150);
    }
    await page.waitForURL(/polygon=/);
    await expect.poll(async () => Number.parseInt(await heading(page), 10)).toBeLessThan(40);
    await page.locator('[data-filter="polygon"] a').click();
    await expect.poll(() => heading(page)).toBe("40 homes");
  });

  it("on a phone the map is a sheet behind a button, loaded when it is opened", async () => {
    await using opened = await open("/homes", { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await scripted(page);
    await page.waitForLoadState("networkidle");
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("maplibre")),
      );
    expect(await loaded()).toBe(false);
    await page.locator("[data-map-toggle]").click();
    await mapReady(page);
    expect(await loaded()).toBe(true);
    expect(await page.locator("[data-strip] .card").count()).toBe(24);
    await page.locator("[data-map-toggle]").click();
    expect(await page.locator(".map-column").isVisible()).toBe(false);
  });

  it("the list needs at most 30 kB of script", async () => {
    await using opened = await open("/homes", { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(3500);
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(30_000);
  });

  const paths = [
    "/homes",
    "/homes?q=4+bedrooms+with+a+pool+in+Miami&city=Boise&status=Foo",
    "/homes?min_beds=6",
    "/homes/id/boise",
  ];

  it.each(looks)("every page is accessible and fits its width: $look", async ({ options, rules }) => {
    for (const path of paths) {
      await using opened = await open(path, options);
      const { page, complaints } = opened;
      await page.waitForLoadState("networkidle");
      const menus = page.locator("main details");
      for (const [nth, menu] of (await menus.all()).entries()) {
        await menu.evaluate((element, name) => {
          element.setAttribute("open", "");
          element.setAttribute("data-nth", name);
        }, String(nth));
        expect([path, await auditPage(page, rules, `[data-nth="${nth}"]`)]).toEqual([path, []]);
      }
      expect([path, await auditPage(page, rules)]).toEqual([path, []]);
      expect([path, complaints]).toEqual([path, []]);
      const [content, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect([path, content]).toEqual([path, shown]);
      expect(await page.locator("h1").count()).toBe(1);
    }
  });
});
