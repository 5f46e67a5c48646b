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
      const dark = await auditPage(page);
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
    await arrives("Betty", [page, second]);
    await page.close();
    await arrives("Grace", [second]);
    expect(complaints).toEqual([]);
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
