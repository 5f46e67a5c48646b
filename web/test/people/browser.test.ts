import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../server/test/harness/chromium.ts";
import { type AuditedRules, auditPage } from "../harness/audit-page.ts";
import { looks } from "../harness/looks.ts";
import { openDevice } from "../harness/open-window.ts";
import { PeopleFixture } from "../harness/people-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const ADA = "ada@people.test";
const OPEN = [
  "/contact",
  "/contact/sent",
  "/sell",
  "/newsletter",
  "/account/register",
  "/account/sign-in",
  "/favorites",
  "/favorites/verify",
  "/searches",
  "/searches/new?city=Boise&min_beds=3",
  "/searches/confirm",
  "/account",
];
const SIGNED_IN = ["/favorites", "/searches", "/account", "/account/erase"];

describe.skipIf(!possible)("the people's pages in Chromium", () => {
  let people: PeopleFixture;
  let browser: Browser;
  beforeAll(async () => {
    people = await PeopleFixture.open();
    await people.website.change({
      primary_color: "#ffff00",
      address_city: "Boise",
      address_street: "1 Main St",
    });
    browser = await openChromium({ everywhere: people.port });
  });
  afterAll(async () => {
    await browser?.close();
    await people.close();
  });

  const address = (path: string) => `http://${people.website.host}${path}`;

  const device = (options?: BrowserContextOptions) => openDevice(browser, options);

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(address("/account/sign-in"));
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByLabel("Code from the email").fill((await people.linkMail(email)).code);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/favorites");
  }

  const heart = (page: Page) => page.locator('[data-heart="A-1"] button').first();

  it("a heart saves and removes without a load, and is filled in on a cached page", async () => {
    const page = await device();
    await page.goto(address("/"));
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    await page.reload();
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    await page.goto(address("/favorites"));
    expect(await page.locator("[data-listing]").count()).toBe(1);
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="false"]').waitFor();
    await page.reload();
    await page.getByText("No saved homes yet").waitFor();
    await page.context().close();
  });

  it("a heart is filled of a person with more favorites than the cookie holds, and removes", async () => {
    const page = await device();
    await page.goto(address("/"));
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    await signIn(page, "many@people.test");
    await page.evaluate(async () => {
      for (let nth = 1; nth <= 52; nth++)
        await fetch("/favorites", {
          method: "POST",
          body: new URLSearchParams({ listing_id: `A-0${nth}`, action: "add" }),
        });
    });
    const kept = await page.evaluate(() => decodeURIComponent(document.cookie));
    expect(kept).not.toMatch(/\bA-1\b/);
    await page.goto(address("/"));
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="false"]').first().waitFor();
    await page.goto(address("/favorites"));
    await page.getByText("52 saved homes").waitFor();
    await page.context().close();
  });

  it("a heart saves on a page whose cookie cannot be decoded", async () => {
    const page = await device();
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.context().addCookies([{ name: "lintel_favorites", value: "%E0%A4%A", url: address("/") }]);
    await page.goto(address("/"));
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("a heart saves and removes without script", async () => {
    const page = await device({ javaScriptEnabled: false });
    await page.goto(address("/"));
    await heart(page).click();
    await page.waitForURL("**/favorites");
    expect(await page.locator("[data-listing]").count()).toBe(1);
    await heart(page).click();
    await page.getByText("No saved homes yet").waitFor();
    await page.context().close();
  });

  it("the link of a mail signs another device in by one press, and opening it uses nothing up", async () => {
    const first = await device();
    await first.goto(address("/"));
    await heart(first).click();
    await first.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    await signIn(first, ADA);

    const other = await device();
    await other.goto(address("/account/sign-in"));
    await other.getByLabel("Email").fill(ADA);
    await other.getByRole("button", { name: "Send me a link" }).click();
    const { url } = await people.linkMail(ADA);
    const scanner = await device();
    await scanner.goto(url, { waitUntil: "networkidle" });
    await scanner.context().close();
    const third = await device();
    await third.goto(url);
    await third.reload();
    await third.getByRole("button", { name: "Sign in" }).click();
    await third.waitForURL(address("/favorites"));
    expect(await third.locator("[data-listing]").count()).toBe(1);
    for (const page of [first, other, third]) await page.context().close();
  });

  it("saves a search without script, by the code of the mail", async () => {
    const page = await device({ javaScriptEnabled: false });
    await page.goto(address("/searches/new?city=Boise&min_beds=2"));
    await page.getByLabel("Email").fill("finder@people.test");
    await page.getByRole("button", { name: "Save search" }).click();
    const { code } = await people.linkMail("finder@people.test");
    await page.getByLabel("Code from the email").fill(code);
    await page.getByRole("button", { name: "Save my search" }).click();
    await page.getByText("Boise · 2+ beds").waitFor();
    await page.context().close();
  });

  it("the focus is on the errors of a form, and each leads to its field", async () => {
    const page = await device();
    await page.goto(address("/contact"));
    await page.locator("form.form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByLabel("First name").fill("Ada");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForFunction(() => document.activeElement?.classList.contains("error-summary"));
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    await page.getByRole("link", { name: "Email must be a valid email address" }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("field-email");
    expect(await auditPage(page)).toEqual([]);
    await page.context().close();
  });

  it("keeps the first campaign of a visitor for their form, unless they refuse", async () => {
    const send = async (page: Page, email: string) => {
      await page.goto(address("/?utm_source=first&utm_campaign=spring"));
      await page.goto(address("/sell?utm_source=second"));
      const fields = { "Address of the home": "1 Oak St", "First name": "A", "Last name": "B", Email: email };
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await page.getByRole("button", { name: "Ask for an agent" }).click();
      await page.waitForURL("**/sell/sent");
      await page.context().close();
      return (await people.leads()).at(-1)?.utm_source;
    };
    expect(await send(await device(), "kept@people.test")).toBe("first");
    const refusing = await device({ extraHTTPHeaders: { "sec-gpc": "1" } });
    await refusing.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    expect(await send(refusing, "refused@people.test")).toBe("second");
  });

  it.each(looks)("every page is accessible and fits its width: $look", async ({ look, options, rules }) => {
    const page = await device(options);
    for (const path of OPEN) await check(page, path, rules);
    await page.goto(address("/"));
    await heart(page).click();
    await page.locator('[data-heart="A-1"] button[aria-pressed="true"]').first().waitFor();
    await signIn(page, `${look.replaceAll(" ", "-")}@people.test`);
    await page.goto(address("/searches/new?city=Boise&min_beds=3"));
    await page.getByRole("button", { name: "Save search" }).click();
    await page.waitForURL("**/searches");
    const search = await page.locator("[data-search]").getAttribute("data-search");
    for (const path of [...SIGNED_IN, `/searches/${search}`]) await check(page, path, rules);
    await page.context().close();
  });

  async function check(page: Page, path: string, rules: AuditedRules): Promise<void> {
    await page.goto(address(path));
    expect([path, await auditPage(page, rules)]).toEqual([path, []]);
    const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect([path, content]).toEqual([path, width]);
    expect([path, await page.locator("h1").count()]).toEqual([path, 1]);
  }
});
