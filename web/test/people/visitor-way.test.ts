import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../server/test/harness/chromium.ts";
import { openDevice } from "../harness/open-window.ts";
import { PeopleFixture } from "../harness/people-fixture.ts";
import { fortyHomes, heading, pathOf } from "../harness/results-page.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const homes = fortyHomes((nth) => ({ UnparsedAddress: `${100 + nth} Oakmont St` }));

describe.skipIf(!possible)("a visitor's whole way in Chromium", () => {
  let people: PeopleFixture;
  let browser: Browser;
  beforeAll(async () => {
    people = await PeopleFixture.open({}, homes);
    await people.website.lintel.createAgent(people.website.brokerageId, { name: "Ann Lee", slug: "ann" });
    browser = await openChromium({ everywhere: people.port });
  });
  afterAll(async () => {
    await browser?.close();
    await people.close();
  });

  const address = (path: string) => `http://${people.website.host}${path}`;
  const count = async (page: Page) => Number.parseInt(await heading(page), 10);
  const ids = (page: Page) =>
    page.locator("#results [data-listing]").evaluateAll((cards) => cards.map((card) => card.dataset.listing));

  const device = (options?: BrowserContextOptions) => openDevice(browser, options);

  /** Types words into the box of the start page. */
  async function search(page: Page, words: string): Promise<void> {
    await page.goto(address("/?utm_source=letter&utm_campaign=spring"));
    await page.locator(".hero input[name=q]").fill(words);
    await page.locator(".hero button[type=submit]").click();
    await page.waitForURL("**/homes?q=*");
  }

  async function narrowBeds(page: Page, beds: number): Promise<void> {
    await page.locator("summary", { hasText: "Beds" }).click();
    await page.locator(`input[name="min_beds"][value="${beds}"]`).check();
    await page.locator(".menu[open] button").click();
    await page.waitForURL(new RegExp(`min_beds=${beds}`));
  }

  async function saveSearch(page: Page, email: string): Promise<void> {
    await page.locator(".save-search").click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Save search" }).click();
    await page.waitForURL("**/searches/confirm?request_id=*");
    await page.getByLabel("Code from the email").fill((await people.linkMail(email)).code);
    await page.getByRole("button", { name: "Save my search" }).click();
    await page.waitForURL(address("/searches"));
  }

  async function fillTour(page: Page, email: string): Promise<void> {
    const form = page.locator("#tour form");
    await form.locator(".day-chip").nth(2).click();
    await form.getByLabel("Your name").fill("Ada Lovelace");
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Message").fill("Is the garden fenced?");
  }

  async function requestLink(page: Page, email: string): Promise<void> {
    await page.goto(address("/account/sign-in"));
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.waitForURL("**/favorites/verify?request_id=*");
  }

  /** What the brokerage has of a person: everything once. */
  async function expectOnce(email: string, listingId: string | undefined): Promise<string> {
    const { db } = people.website.lintel.database;
    const leads = (await people.leads()).filter((lead) => lead.email === email);
    expect(leads).toMatchObject([{ first_name: "Ada", last_name: "Lovelace", source: "tour_request" }]);
    const tours = await people.website.lintel.call("/api/tours", { key: people.website.admin });
    expect(tours.body.filter((tour: { email: string }) => tour.email === email)).toMatchObject([
      { listing_id: listingId, lead_id: leads[0]?.id, message: "Is the garden fenced?", status: "pending" },
    ]);
    const ofClient = (table: "saved_searches" | "client_favorites") =>
      db
        .selectFrom(table)
        .innerJoin("clients", "clients.id", `${table}.client_id`)
        .where("clients.email", "=", email);
    expect(await ofClient("client_favorites").select("listing_id").execute()).toEqual([
      { listing_id: listingId },
    ]);
    const searches = await ofClient("saved_searches").select("given_filters").execute();
    expect(searches).toHaveLength(1);
    return JSON.stringify(searches[0]?.given_filters);
  }

  it("from plain words to a tour, and on another device by the link of a mail", async () => {
    const email = "ada@way.test";
    const page = await device();
    await search(page, "homes in Boise with 2 bedrooms");
    const inBoise = await count(page);
    expect(inBoise).toBeLessThan(40);

    // Narrowed by the map, then by a filter; back and forward return to each.
    await page.waitForSelector("#map[data-ready]", { state: "attached" });
    for (let nth = 0; nth < 2; nth++) {
      const before = page.url();
      await page.locator('[data-zoom="in"]').click();
      await page.waitForURL((url) => url.href !== before && url.searchParams.has("min_lat"));
      await page.waitForTimeout(800);
    }
    await expect.poll(() => count(page)).toBeLessThan(inBoise);
    const onMap = await count(page);
    const mapPath = pathOf(page);
    await narrowBeds(page, 4);
    await expect.poll(() => count(page)).toBeLessThan(onMap);
    const narrowed = await count(page);
    const narrowedPath = pathOf(page);
    await page.goBack();
    await expect.poll(() => count(page)).toBe(onMap);
    expect(pathOf(page)).toBe(mapPath);
    await page.goForward();
    await expect.poll(() => count(page)).toBe(narrowed);
    expect(pathOf(page)).toBe(narrowedPath);

    // A home is opened and saved; the list behind it is as it was, and shows the heart.
    const [listingId] = await ids(page);
    await page.locator("#results .card-link").first().click();
    await page.waitForURL(`**/homes/${listingId}/*`);
    await page.locator(".share-bar [data-heart] button").click();
    await page.locator('.share-bar [data-heart] button[aria-pressed="true"]').waitFor();
    const homePath = pathOf(page);
    await page.goBack();
    await expect.poll(() => count(page)).toBe(narrowed);
    expect(pathOf(page)).toBe(narrowedPath);
    await page.locator(`#results [data-heart="${listingId}"] button[aria-pressed="true"]`).waitFor();

    await saveSearch(page, email);
    expect(await page.locator("[data-search]").count()).toBe(1);
    await page.goto(address(homePath));
    await fillTour(page, email);
    await page.locator("#tour form button[type=submit]").click();
    await page.waitForURL(`**/homes/${listingId}/tour/sent`);
    const filters = await expectOnce(email, listingId);
    expect((await people.leads()).find((lead) => lead.email === email)).toMatchObject({
      utm_source: "letter",
      utm_campaign: "spring",
    });
    expect(filters).toContain('"min_beds":4');
    expect(filters).toMatch(/"min_lat":4/);

    // Back at the form, which the browser has kept, the visitor sends it once more: it stays one tour.
    await page.goBack();
    await page.waitForURL(`**${homePath}`);
    expect(await page.locator("#tour").getByLabel("Your name").inputValue()).toBe("Ada Lovelace");
    await page.locator("#tour form button[type=submit]").click();
    await page.waitForURL(`**/homes/${listingId}/tour/sent`);
    await expectOnce(email, listingId);
    await page.context().close();

    const other = await device();
    await requestLink(other, email);
    await other.goto((await people.linkMail(email)).url);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.waitForURL(address("/favorites"));
    expect(await other.locator("[data-listing]").getAttribute("data-listing")).toBe(listingId);
    await other.goto(address("/searches"));
    await other.locator("[data-search] h2 a").click();
    await expect.poll(() => count(other)).toBe(narrowed);
    await other.locator(`#results [data-heart="${listingId}"] button[aria-pressed="true"]`).waitFor();
    await expectOnce(email, listingId);
    await other.context().close();
  });

  it.each(["/homes/B-1/101-oakmont-st-boise-id", "/agents/ann", "/contact", "/homes/B-1/tour"])(
    "%s: a refused form begins with what is wrong, also without JavaScript",
    async (path) => {
      const page = await device({ javaScriptEnabled: false });
      await page.goto(address(path));
      const form = page.locator("main form:has(textarea)").first();
      await form.evaluate((each: HTMLFormElement) => each.setAttribute("novalidate", ""));
      await form.locator("button[type=submit]").click();
      await page.locator(".error-summary").waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      const summary = await page.locator(".error-summary").boundingBox();
      expect(summary?.y).toBeGreaterThan(0);
      expect(summary?.y).toBeLessThan(600);
      const links = page.locator(".error-summary a");
      for (let nth = 0; nth < (await links.count()); nth++) {
        const target = await links.nth(nth).getAttribute("href");
        await links.nth(nth).click();
        expect(await page.locator(":focus").getAttribute("id")).toBe(target?.slice(1));
      }
      await page.context().close();
    },
  );

  it("the same without JavaScript, by forms and the code of a mail", async () => {
    const email = "grace@way.test";
    const options = { javaScriptEnabled: false };
    const page = await device(options);
    await search(page, "homes in Boise with 2 bedrooms");
    const inBoise = await count(page);
    await narrowBeds(page, 4);
    const narrowed = await count(page);
    expect(narrowed).toBeLessThan(inBoise);
    await page.locator("summary", { hasText: "Price" }).click();
    await page.locator('input[name="max_price"]').fill("500000");
    await page.locator(".menu[open] button").click();
    expect(await count(page)).toBeLessThan(narrowed);
    await page.locator('[data-filter="max_price"] a, [data-filter="price"] a').first().click();
    expect(await count(page)).toBe(narrowed);
    const narrowedPath = pathOf(page);

    const [listingId] = await ids(page);
    await page.locator("#results .card-link").first().click();
    const homePath = pathOf(page);
    await page.locator(".share-bar [data-heart] button").click();
    await page.waitForURL(address("/favorites"));
    expect(await page.locator("[data-listing]").getAttribute("data-listing")).toBe(listingId);
    await page.goBack();
    expect(pathOf(page)).toBe(homePath);
    await page.goBack();
    expect(pathOf(page)).toBe(narrowedPath);

    await saveSearch(page, email);
    await page.goto(address(`${homePath}?utm_source=flyer`));
    await fillTour(page, email);
    await page.locator("#tour form button[type=submit]").click();
    await page.waitForURL(`**/homes/${listingId}/tour/sent`);
    expect(await expectOnce(email, listingId)).toContain('"min_beds":4');
    expect((await people.leads()).at(-1)).toMatchObject({ email, utm_source: "flyer" });
    await page.context().close();

    const other = await device(options);
    await requestLink(other, email);
    await other.getByLabel("Code from the email").fill((await people.linkMail(email)).code);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.waitForURL(address("/favorites"));
    expect(await other.locator("[data-listing]").getAttribute("data-listing")).toBe(listingId);
    await other.goto(address("/searches"));
    await other.locator("[data-search] h2 a").click();
    expect(await count(other)).toBe(narrowed);
    await expectOnce(email, listingId);
    await other.context().close();
  });
});
