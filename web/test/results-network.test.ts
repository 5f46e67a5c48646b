import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../server/test/harness/chromium.ts";
import { openWindow } from "./harness/open-window.ts";
import { fortyHomes, heading, pathOf, scripted } from "./harness/results-page.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

/** The last one is far from the others. */
const homes = fortyHomes((nth) => ({
  ListOfficeName: "Gem State Brokers",
  ...(nth === 39 && { StandardStatus: "Pending", Latitude: 43.75, Longitude: -115.9 }),
}));

describe.skipIf(!possible)("result lists on bad networks", () => {
  let website: WebsiteFixture;
  let browser: Browser;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, homes);
    browser = await openChromium({ everywhere: (await website.listen()).port });
  });
  afterAll(async () => {
    await browser?.close();
    await website.close();
  });

  const open = (path: string) => openWindow(browser, website.host, path);
  const cards = (page: Page) => page.locator("#results [data-listing]").count();
  const notice = (page: Page) => page.locator("[data-notice]");

  /** Holds the requests of a search until it is released. */
  async function hold(page: Page, part: string): Promise<{ held(): number; release(): Promise<void> }> {
    const routes: Route[] = [];
    await page.route(
      (url) => url.pathname === "/homes" && url.search.includes(part),
      (route) => void routes.push(route),
    );
    return {
      held: () => routes.length,
      async release() {
        await page.unrouteAll();
        // One that the page has given up cannot be answered.
        for (const route of routes) await route.continue().catch(() => {});
      },
    };
  }

  it("of two searches the later one wins, and the earlier answer is dropped when it arrives late", async () => {
    await using opened = await open("/homes?city=Boise&min_beds=4");
    const { page, complaints } = opened;
    await scripted(page);
    const first = await hold(page, "?min_beds=4");
    await page.locator('[data-filter="city"] a').click();
    await expect.poll(first.held).toBe(1);
    await page.locator('[data-filter="min_beds"] a').click();
    await expect.poll(() => heading(page)).toBe("30 homes");
    await first.release();
    await page.waitForLoadState("networkidle");
    expect([await heading(page), pathOf(page)]).toEqual(["30 homes", "/homes?city=Boise"]);
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("12 homes");
    expect(pathOf(page)).toBe("/homes?city=Boise&min_beds=4");
    expect(complaints).toEqual([]);
  });

  it("going back ends a search that is under way", async () => {
    await using opened = await open("/homes");
    const { page } = opened;
    await scripted(page);
    await page.locator('a[rel="next"]').first().click();
    await expect.poll(() => cards(page)).toBe(16);
    const slow = await hold(page, "city=Nampa");
    await page.locator(".facets a", { hasText: "Nampa" }).click();
    await expect.poll(slow.held).toBe(1);
    const loading = () => page.locator(".results-page").getAttribute("data-loading");
    await expect.poll(loading).toBe("");
    await page.goBack();
    await expect.poll(() => cards(page)).toBe(24);
    await slow.release();
    await page.waitForLoadState("networkidle");
    expect([await heading(page), pathOf(page)]).toEqual(["40 homes", "/homes"]);
    expect(await loading()).toBe(null);
  });

  it("a network that is lost while paging is shown; the page stays, and trying again turns it", async () => {
    await using opened = await open("/homes?sort_by=list_price&sort_order=asc");
    const { page } = opened;
    await scripted(page);
    const before = pathOf(page);
    await page.context().setOffline(true);
    await page.locator('a[rel="next"]').first().click();
    await notice(page).filter({ hasText: "Check your connection" }).waitFor();
    expect([await cards(page), pathOf(page)]).toEqual([24, before]);
    await notice(page).locator("button").click();
    await notice(page).filter({ hasText: "Check your connection" }).waitFor();
    await page.context().setOffline(false);
    await notice(page).locator("button").click();
    await expect.poll(() => cards(page)).toBe(16);
    expect(pathOf(page)).toBe(`${before}&page=2`);
    expect(await notice(page).isVisible()).toBe(false);
  });

  it("a network that is lost while the map is moved is shown; list and map go on when it is back", async () => {
    await using opened = await open("/homes");
    const { page } = opened;
    await page.waitForSelector("#map[data-ready]", { state: "attached" });
    await page.context().setOffline(true);
    await page.locator('[data-zoom="in"]').click();
    await notice(page).filter({ hasText: "Check your connection" }).waitFor();
    expect([await heading(page), await cards(page), pathOf(page)]).toEqual(["40 homes", 24, "/homes"]);
    const tiles: string[] = [];
    page.on("requestfinished", (request) => {
      if (request.url().includes("/api/map/tiles/")) tiles.push(request.url());
    });
    await page.context().setOffline(false);
    await notice(page).locator("button").click();
    await page.waitForURL(/min_lat=/);
    await expect.poll(() => page.locator('[data-filter="box"]').count()).toBe(1);
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    expect(await notice(page).isVisible()).toBe(false);
  });

  it("from the first page to a list, to a home and back: list, filters and place are as they were", async () => {
    await using opened = await open("/");
    const { page, complaints } = opened;
    await page.locator("main a", { hasText: "See all homes" }).first().click();
    await scripted(page);
    await page.locator("summary", { hasText: "Beds" }).click();
    await page.locator('input[name="min_beds"][value="2"]').check();
    await page.locator(".menu[open] button").click();
    await expect.poll(() => heading(page)).toBe("32 homes");
    await page.locator("summary", { hasText: "Sort" }).click();
    await page.locator("a", { hasText: "Price, low to high" }).click();
    await page.waitForURL(/sort_by=list_price/);
    await page.locator('a[rel="next"]').first().click();
    await page.waitForURL(/page=2/);
    await expect.poll(() => cards(page)).toBe(8);
    const listed = () =>
      page
        .locator("#results [data-listing]")
        .evaluateAll((all) => all.map((card) => card.getAttribute("data-listing")));
    const last = page.locator("#results .card-link").last();
    await last.scrollIntoViewIfNeeded();
    const before = { path: pathOf(page), place: await page.evaluate(() => scrollY), homes: await listed() };
    expect(before.place).toBeGreaterThan(200);
    await last.click();
    await page.waitForURL(/\/homes\/B-\d+\//);
    await page.waitForLoadState("load");
    await page.goBack();
    await scripted(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before.place);
    expect({ path: pathOf(page), place: await page.evaluate(() => scrollY), homes: await listed() }).toEqual(
      before,
    );
    expect(await page.locator('input[name="min_beds"]:checked').getAttribute("value")).toBe("2");
    expect(
      await page
        .locator("[data-filter]")
        .evaluateAll((all) => all.map((chip) => chip.getAttribute("data-filter"))),
    ).toEqual(["min_beds"]);
    await page.goBack();
    await expect.poll(() => cards(page)).toBe(24);
    expect(pathOf(page)).toBe("/homes?min_beds=2&sort_by=list_price&sort_order=asc");
    await page.goBack();
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("40 homes");
    await page.goBack();
    await page.waitForURL(/\.test\/$/);
    expect(complaints).toEqual([]);
  });

  it("the map's card of a home is that of the list, also of a home on another page", async () => {
    await using opened = await open("/homes?sort_by=list_price&sort_order=asc");
    const { page, complaints } = opened;
    await page.waitForSelector("#map[data-ready]", { state: "attached" });
    // The dearest home is on the second page, and the most northern and eastern one.
    expect(await page.locator('#results [data-listing="B-39"]').count()).toBe(0);
    const canvas = await page.locator("#map canvas").first().boundingBox();
    if (!canvas) throw new Error("no map");
    const card = page.locator('[data-strip] [data-listing="B-39"]');
    // The homes fill the width of the map but its padding of 48: 0.6 degrees of longitude. They are 0.25 degrees of latitude high.
    const degree = (canvas.width - 96) / 0.6;
    const x = canvas.x + canvas.width - 48;
    const y = canvas.y + canvas.height / 2 - (degree * 0.125) / Math.cos((43.6 * Math.PI) / 180);
    // Clicked again while its card is on the way, it has one card.
    for (let nth = 0; nth < 3; nth++) await page.mouse.click(x, y);
    await expect.poll(() => card.count()).toBe(1);
    await page.waitForLoadState("networkidle");
    expect(await card.count()).toBe(1);
    const text = await card.innerText();
    for (const part of ["Pending", "$690,000", "Listed by Gem State Brokers", "Source: north"])
      expect(text).toContain(part);
    expect(complaints).toEqual([]);
  });
});
