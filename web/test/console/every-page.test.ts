import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { auditPage } from "../harness/audit-page.ts";
import { consolePages, consoleRoutes, type Role } from "../harness/console-pages.ts";
import { HOSTILE, HostileConsoleFixture, RAN } from "../harness/hostile-console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const DESKTOP = { width: 1280, height: 900 };
const PHONES = [390, 320].map((width) => ({ width, height: 640 }));
/** The browser's note of a refusal that a test provokes. */
const REFUSED = /status of 40[34]/;

describe.skipIf(!possible)("every page of the console with hostile texts", () => {
  let world: HostileConsoleFixture;
  beforeAll(async () => {
    world = await HostileConsoleFixture.open();
  }, 60_000);
  afterAll(() => world?.close());

  async function open(page: Page, path: string): Promise<void> {
    const address = path.replaceAll(/\$(\w+)/g, (_all, name) => String(world.ids[name]));
    expect(address).not.toContain("undefined");
    await page.goto(`${world.fixture.origin}/console${address}`);
    // By its tag: a dialog hides the roles of what is behind it.
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".loading, [aria-busy=true]") === null);
  }

  /**
   * What is wrong with the page that is shown. Admins' pages have all that those of others have, and are looked at in light and dark, on a
   * desktop and on phones; those of brokers once on a desktop in light, those of agents once on a phone in dark.
   */
  async function problemsOf(page: Page, role: Role = "admin"): Promise<string[]> {
    const found: string[] = [];
    for (const [colorScheme, ...viewports] of [
      ["light", DESKTOP],
      ["dark", ...PHONES],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        found.push(...(await cut(page)));
      }
      if (role === "admin" || (role === "broker") === (colorScheme === "light"))
        found.push(...(await auditPage(page)));
    }
    if (role !== "admin") return found;
    await page.emulateMedia({ colorScheme: "light" });
    found.push(...(await auditPage(page, "colors")));
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: "dark" });
    return [...found, ...(await auditPage(page, "colors"))];
  }

  it("has all routes of the router, so that no page can be left out", async () => {
    expect(Object.keys(consolePages).toSorted()).toEqual((await consoleRoutes()).toSorted());
  });

  it("shows the texts as they were typed, also among what ⌘K finds", async () => {
    const { fixture, ids } = world;
    await using opened = await fixture.openWindow(fixture.website.admin, `/leads/${ids.leadId}`);
    const { page, complaints } = opened;
    await page.locator("main").getByText(HOSTILE.slice(0, 60)).first().waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("<script>");
    for (const kind of ["People", "Drips"])
      await page.getByRole("group", { name: kind }).getByText(HOSTILE.slice(0, 60)).first().waitFor();
    expect(await problemsOf(page)).toEqual([]);
    expect([complaints, await page.evaluate((name) => name in globalThis, RAN)]).toEqual([[], false]);
  });

  it.concurrent.each(["agent", "broker", "admin"] as const)(
    "is accessible, whole and without complaints in light and dark, on a desktop and phones, and runs no script: as %s",
    async (role) => {
      const { fixture, agent } = world;
      const key = await fixture.key(role, role === "agent" ? agent : undefined);
      await using opened = await fixture.openWindow(key);
      const { page, complaints } = opened;
      const found: string[] = [];
      for (const [path, { roles, examples = [path] }] of Object.entries(consolePages)) {
        if (!roles.includes(role)) continue;
        for (const example of examples) {
          await open(page, example);
          const problems = await problemsOf(page, role);
          if (await page.evaluate((name) => name in globalThis, RAN)) problems.push("a script ran");
          found.push(...[...problems, ...complaints.splice(0)].map((each) => `${example}: ${each}`));
        }
      }
      expect(found).toEqual([]);
    },
    // A guard against hanging: on a busy machine an admin's thirty pages, audited four times each, did not end in 180 s.
    600_000,
  );

  it.each(["agent", "broker"] as const)(
    "shows a refusal to those whose page it is not: as %s",
    async (role) => {
      const { fixture, agent } = world;
      const key = await fixture.key(role, role === "agent" ? agent : undefined);
      await using opened = await fixture.openWindow(key);
      const { page, complaints } = opened;
      const refused = Object.entries(consolePages).filter(([, { roles }]) => !roles.includes(role));
      expect(refused.length).toBeGreaterThan(0);
      for (const [path, { examples = [path] }] of refused) {
        await open(page, examples[0] as string);
        const refusal = page
          .getByRole("alert")
          .filter({ hasText: /role required|does not allow|not found/i });
        await refusal.first().waitFor();
      }
      expect(complaints.filter((complaint) => !REFUSED.test(complaint))).toEqual([]);
    },
    60_000,
  );
});

/** What reaches beyond the screen where the page scrolls sideways. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > innerWidth,
    );
    return wide.slice(0, 5).map((each) => `is too wide for ${innerWidth}: ${each.tagName} ${each.className}`);
  });
}
