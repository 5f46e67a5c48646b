import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import { auditPage } from "../harness/audit-page.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

describe.skipIf(!possible)("the console's shell", () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open();
  });
  afterAll(() => fixture?.close());

  it("sends those who are not signed in to the sign-in page, and back to the page that they wanted", async () => {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${fixture.origin}/console?day=today`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/sign-in");
    await page.getByText("Sign in with an API key").click();
    await page.getByLabel("API key").fill("wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: /key/i }).waitFor();
    await page.getByLabel("API key").fill(await fixture.key("broker"));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await context.close();
  });

  it("shows Today without a complaint of the browser, accessible in light and dark, also on a phone", async () => {
    const key = await fixture.key("broker");
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 320, height: 640 },
    ]) {
      await using opened = await fixture.openWindow(key, "/", { viewport });
      const { page, complaints } = opened;
      await page.getByText("Every lead has been answered.").waitFor();
      const light = await auditPage(page);
      await page.emulateMedia({ colorScheme: "dark" });
      const dark = await auditPage(page, "colors");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([light, dark, complaints, width <= viewport.width]).toEqual([[], [], [], true]);
    }
  });

  it("finds a person and a page by ⌘K, with the keyboard alone", async () => {
    await leadByForm(fixture.lintel, "north.test");
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page } = opened;
    await page.getByText("Ada Lovelace").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("lovel");
    await page.getByRole("option", { name: /Ada Lovelace/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("today");
    await page.getByRole("option", { name: "Today" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("shows what changes elsewhere within a second, in every tab by one stream, also after the tab that read it was closed", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page, context, complaints } = opened;
    await page.getByRole("heading", { name: "Waiting for an answer" }).waitFor();
    const second = await context.newPage();
    await second.goto(`${fixture.origin}/console`);
    await second.getByRole("heading", { name: "Waiting for an answer" }).waitFor();
    const arrives = async (firstName: string, pages: Page[]) => {
      await Promise.all(pages.map((each) => each.waitForTimeout(500)));
      await leadByForm(fixture.lintel, "north.test", { firstName, email: `${firstName}@visitors.test` });
      for (const each of pages) await each.getByText(`${firstName} Lovelace`).waitFor({ timeout: 10_000 });
    };
    const streams = () => fixture.lintel.services.liveStream.size;
    await arrives("Betty", [page, second]);
    expect(streams()).toBe(1);
    await page.close();
    await arrives("Grace", [second]);
    expect(streams()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("keeps what is typed when the session ends, out of sight, for the same person alone", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/branding");
    await using other = await fixture.openWindow(await fixture.key("admin"));
    const { page, context } = opened;
    const own = await context.cookies();
    const color = page.getByLabel("Color");
    const end = async () => {
      await context.clearCookies();
      // All is read again.
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByRole("dialog", { name: "You have been signed out" }).waitFor();
    };
    await color.fill("#12345");
    await end();
    expect(await page.locator("#console :visible").count()).toBe(0);
    expect(await page.title()).toBe("Signed out · Lintel");
    expect(await auditPage(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Your session has ended.").waitFor();
    const [signIn] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Sign in, in a new tab" }).click(),
    ]);
    await signIn.getByRole("heading", { name: "Sign in" }).waitFor();
    await context.addCookies(own);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
    expect(await color.inputValue()).toBe("#12345");
    await end();
    await context.addCookies(await other.context.cookies());
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Another person has signed in.").waitFor();
    expect(await color.isVisible()).toBe(false);
  });

  it("is another person's page once that person has signed in in another tab", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    await using other = await fixture.openWindow(await fixture.key("admin"));
    const { page, context } = opened;
    const isLookedAt = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await page.getByRole("button", { name: /Broker/ }).waitFor();
    const own = await context.cookies();
    await context.addCookies(await other.context.cookies());
    await page.evaluate(isLookedAt);
    await page.getByRole("button", { name: /Administrator/ }).waitFor();
    await page.goto(`${fixture.origin}/console/settings/branding`);
    await page.getByLabel("Color").fill("#12345");
    await context.addCookies(own);
    await page.evaluate(isLookedAt);
    await page.getByText("Another person has signed in.").waitFor();
    expect(await page.getByLabel("Color").isVisible()).toBe(false);
  });

  it("signs out where the browser's push service does not answer", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page, context } = opened;
    await context.addInitScript(() => {
      const subscription = {
        endpoint: "https://push.test/1",
        toJSON: () => ({ endpoint: "https://push.test/1", keys: {} }),
        unsubscribe: () => Promise.reject(new Error("The push service does not answer")),
      };
      const registration = { pushManager: { getSubscription: () => Promise.resolve(subscription) } };
      ServiceWorkerContainer.prototype.getRegistration = () => Promise.resolve(registration as never);
    });
    await page.reload();
    await page.getByRole("button", { name: /Broker/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("signs out, and then the session is no credential any more", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page, context } = opened;
    const before = await context.cookies();
    await page.getByRole("button", { name: /Broker/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await context.addCookies(before);
    expect(await page.evaluate(async () => (await fetch("/api/admin/me")).status)).toBe(401);
  });
});
