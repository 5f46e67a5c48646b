import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { home } from "../../server/test/harness/market.ts";
import { auditPage } from "./harness/audit-page.ts";
import { openWindow } from "./harness/open-window.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
const PLACED = { City: "Boise", StateOrProvince: "ID", Latitude: 43.6, Longitude: -116.2 };

describe.skipIf(!possible)("the map on a home's page", () => {
  let website: WebsiteFixture;
  let browser: Browser;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, [
      home({
        ListingId: "A-1",
        ...PLACED,
        UnparsedAddress: "101 Oakmont St",
        PublicRemarks: "Calm. ".repeat(300),
      }),
      home({
        ListingId: "A-2",
        ...PLACED,
        Latitude: 43.60321,
        UnparsedAddress: "7 Secret Ct",
        InternetAddressDisplayYN: false,
      }),
      home({ ListingId: "A-3", ...PLACED, Latitude: 43.601 }),
    ]);
    browser = await openChromium({ everywhere: (await website.listen()).port });
  });
  afterAll(async () => {
    await browser?.close();
    await website.close();
  });

  const open = (path: string, options?: BrowserContextOptions) =>
    openWindow(browser, website.host, path, options);
  const libraries = (page: Page) =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => /maplibre|home-map/.test(name)).length,
    );
  const isDrawn = (page: Page) => page.waitForSelector("#map[data-ready]", { state: "attached" });

  it("is loaded when the visitor scrolls to it, and shows this home alone", async () => {
    await using opened = await open("/homes/A-1");
    const { page, complaints } = opened;
    const tiles: URL[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/map/tiles/")) tiles.push(new URL(request.url()));
    });
    await page.waitForLoadState("networkidle");
    expect(await libraries(page)).toBe(0);
    const before = await page
      .locator("#place-title")
      .evaluate((title) => title.getBoundingClientRect().top + scrollY);
    await page.locator("#map").scrollIntoViewIfNeeded();
    await isDrawn(page);
    expect(await libraries(page)).toBeGreaterThan(1);
    expect(new Set(tiles.map(({ searchParams }) => searchParams.get("listing_ids")))).toEqual(
      new Set(["A-1"]),
    );
    expect(await page.locator("#map [data-start]").isVisible()).toBe(false);
    await page.locator('#map [data-zoom="in"]').click();
    const after = await page
      .locator("#place-title")
      .evaluate((title) => title.getBoundingClientRect().top + scrollY);
    expect(after).toBe(before);
    expect(await auditPage(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("is loaded by its button, and again when that has failed", async () => {
    await using opened = await open("/homes/A-1");
    const { page } = opened;
    await page.waitForLoadState("networkidle");
    let reachable = false;
    await page.route("**/maplibre-gl*", async (route) => {
      if (reachable) return route.continue();
      // The styles fail after the script: the next attempt must not get their failure.
      if (route.request().resourceType() === "stylesheet") await setTimeout(1000);
      await route.abort();
    });
    const button = page.locator("#map [data-start]");
    await button.evaluate((element: HTMLElement) => element.click());
    await page.locator("#map [data-hint]", { hasText: "could not be loaded" }).waitFor({ state: "attached" });
    expect(await button.getAttribute("hidden")).toBe(null);
    reachable = true;
    await button.evaluate((element: HTMLElement) => element.click());
    await isDrawn(page);
    expect(await page.locator("#map [data-hint]").innerText()).toBe("");
  });

  it("the wheel scrolls the page, not the map", async () => {
    await using opened = await open("/homes/A-1");
    const { page } = opened;
    await page.locator("#map").scrollIntoViewIfNeeded();
    await isDrawn(page);
    await page.locator("#map").hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before);
  });

  it("without script there is the link to the neighborhood", async () => {
    await using opened = await open("/homes/A-1", { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.locator("#map").isVisible()).toBe(false);
    await page.locator('a[href*="min_lat"]').click();
    expect(new URL(page.url()).pathname).toBe("/homes");
    expect(await page.locator("#results").getAttribute("data-total")).toBe("3");
  });

  it("a home whose address is hidden has none", async () => {
    const { text } = await website.visit("/homes/A-2/boise-id");
    expect(text).toContain("Address not shown");
    expect(text.match(/id="map"|Secret|43\.60321/g)).toBe(null);
  });
});
