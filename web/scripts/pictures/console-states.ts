import type { Page } from "playwright-core";
import type { Stop } from "./console-pages.ts";

/** What opens above a page, or instead of its content. */
export const consoleStates: readonly Stop[] = [
  {
    name: "console-search",
    as: "broker",
    path: "/",
    async prepare(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("har");
      await page.getByRole("option").nth(2).waitFor();
    },
    tidy: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "console-composer",
    as: "broker",
    path: "/",
    async prepare(page) {
      // A browser without a telephone shows a dialog, which takes all clicks from then on.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
      await page.locator('[data-row] [data-act="call"]').first().click();
    },
  },
  {
    name: "console-follow-up",
    as: "broker",
    path: "/",
    prepare: (page) => page.locator('[data-row] [data-act="follow-up"]').first().click(),
  },
  {
    name: "console-move-menu",
    as: "broker",
    path: "/leads/board",
    prepare: (page) => openMoves(page),
    tidy: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "console-reason",
    as: "broker",
    path: "/leads/board",
    async prepare(page) {
      await openMoves(page);
      await page.getByRole("menuitem", { name: /Trashed/ }).click();
      await page.getByRole("dialog").getByLabel("Reason").waitFor();
    },
    tidy: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "console-selected",
    as: "broker",
    path: "/leads",
    prepare: (page) => select(page, 3),
  },
  {
    name: "console-undo",
    as: "broker",
    path: "/leads",
    async prepare(page) {
      await select(page, 3);
      await page.getByRole("button", { name: "Tag", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Tag").fill("Spring buyers");
      await page.getByRole("dialog").getByRole("button", { name: "Tag", exact: true }).click();
      await page.getByRole("button", { name: /^Undo/ }).waitFor();
    },
    async tidy(page) {
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText("Undone").waitFor();
    },
  },
  {
    name: "console-empty",
    as: "broker",
    path: "/leads?q=no-lead-has-this-name",
    prepare: () => Promise.resolve(),
  },
  {
    name: "console-error",
    as: "broker",
    path: "/leads",
    before: (page) =>
      page.route("**/api/v1/admin/leads?*", (route) =>
        route.fulfill({
          status: 503,
          json: { detail: "The server is restarting. Try again in a moment." },
        }),
      ),
    prepare: (page) => page.getByRole("alert").first().waitFor({ timeout: 60_000 }),
    tidy: (page) => page.unrouteAll(),
  },
  {
    name: "console-offline",
    as: "broker",
    path: "/",
    async prepare(page) {
      await page.context().setOffline(true);
      await page.waitForTimeout(500);
    },
    tidy: (page) => page.context().setOffline(false),
  },
  {
    name: "console-menu",
    as: "broker",
    path: "/people",
    async prepare(page) {
      const toggle = page.getByRole("button", { name: "Menu", exact: true });
      if (await toggle.isVisible()) await toggle.click();
    },
  },
  {
    name: "console-missing",
    as: "broker",
    path: "/no-such-page",
    prepare: () => Promise.resolve(),
  },
];

async function openMoves(page: Page): Promise<void> {
  await page.locator('[data-stage="CONTACTING"] .card button').first().click();
  await page.getByRole("menuitem").first().waitFor();
}

async function select(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await page
      .getByRole("checkbox", { name: /^Select [A-Z]/ })
      .nth(at)
      .check();
}
