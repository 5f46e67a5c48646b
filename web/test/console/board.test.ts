import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { drag } from "../harness/drag.ts";
import { LeadPagesFixture } from "../harness/lead-pages-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const QUICK = { timeout: 10_000 };

describe.skipIf(!possible)("the board of leads", () => {
  let leads: LeadPagesFixture;
  let page: Page;
  beforeAll(async () => {
    leads = await LeadPagesFixture.open();
    page = leads.page;
  });
  afterAll(() => leads?.close());

  const card = (name: string) => page.locator(".card").filter({ hasText: `${name} Test` });
  const column = (stage: string) => page.locator(`[data-stage="${stage}"]`);
  const cardIn = (stage: string, name: string) =>
    column(stage)
      .locator(".card")
      .filter({ hasText: `${name} Test` });
  const focus = (name: string) => card(name).getByRole("link").focus();

  it("moves a lead by drag to the columns that are allowed, and asks what the API wants to know", async () => {
    const id = await leads.makeLead("Dora");
    await leads.goTo("/leads/board");
    // Dragging is loaded once the pointer moves.
    await card("Dora").hover();
    await page.locator("[data-card][draggable=true]").first().waitFor();
    await drag(page, card("Dora"), column("CONTACTING"), async () => {
      await expect.poll(() => column("CONTACTING").getAttribute("data-drop"), QUICK).toBe("over");
      expect(await column("CLOSED").getAttribute("data-drop")).toBe("illegal");
    });
    const dialog = page.getByRole("dialog", { name: "Move Dora Test to Contacting" });
    await dialog.getByLabel("How").selectOption("text");
    await dialog.getByLabel("Note").fill("She answers in the evening");
    await dialog.getByRole("button", { name: "Move" }).click();
    await cardIn("CONTACTING", "Dora").waitFor();
    await page.getByText("Dora Test moved to Contacting").waitFor();
    expect([(await leads.read(id)).stage, await leads.lastEvent(id)]).toEqual([
      "CONTACTING",
      expect.objectContaining({
        event_type: "contact_attempted",
        channel: "text",
        note: "She answers in the evening",
      }),
    ]);
    await drag(page, card("Dora"), column("QUALIFIED"));
    await cardIn("QUALIFIED", "Dora").waitFor();
    await expect.poll(async () => (await leads.read(id)).stage, QUICK).toBe("QUALIFIED");
    // Not allowed: nothing happens.
    await drag(page, card("Dora"), column("NEW"));
    await cardIn("QUALIFIED", "Dora").waitFor();
    expect((await leads.read(id)).stage).toBe("QUALIFIED");
  });

  it("moves a lead by keys with a reason, and undoes it", async () => {
    await leads.makeLead("Kelly", { status: "contacted" });
    const id = await leads.makeLead("Keyra", { status: "contacted" });
    await leads.goTo("/leads/board");
    await card("Keyra").waitFor();
    await focus("Keyra");
    await page.keyboard.press("m");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    expect((await items.allTextContents()).map((text) => text.split(/(?=[A-Z])/)[0])).toEqual([
      "Qualified",
      "Archived",
      "Trashed",
    ]);
    const drops = ["NEW", "QUALIFIED", "CLOSED"].map((stage) => column(stage).getAttribute("data-drop"));
    expect(await Promise.all(drops)).toEqual(["illegal", "allowed", "illegal"]);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("menuitem", { name: "With a note" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Move Keyra Test to Trashed" });
    await dialog.getByLabel("Reason").selectOption("email_bounces");
    await dialog.getByLabel("Note").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await cardIn("TRASHED", "Keyra").waitFor();
    await page.getByText("Keyra Test moved to Trashed").waitFor();
    expect((await leads.lastEvent(id)).reason_code).toBe("email_bounces");
    // The work goes on at the next card of the column.
    const place = () =>
      page.evaluate(() => document.activeElement?.closest("[data-stage]")?.getAttribute("data-stage"));
    await expect.poll(place, QUICK).toBe("CONTACTING");
    await page.keyboard.press("Control+z");
    await cardIn("CONTACTING", "Keyra").waitFor();
    expect((await leads.read(id)).stage).toBe("CONTACTING");
  });

  it("goes from card to card by arrows", async () => {
    await leads.makeLead("Arno", { status: "contacted" });
    await leads.makeLead("Arda");
    await leads.goTo("/leads/board");
    await card("Arda").waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("[data-stage]")?.getAttribute("data-stage"));
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("NEW");
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("CONTACTING");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("NEW");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/leads\/\d+$/);
    expect(leads.opened.complaints).toEqual([]);
  });

  it("puts a card back, and says why, when the move is refused or the server cannot be reached", async () => {
    const id = await leads.makeLead("Rita", { status: "contacted" });
    await leads.goTo("/leads/board");
    await card("Rita").waitFor();
    await leads.opened.context.setOffline(true);
    await focus("Rita");
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: /Qualified/ }).click();
    await leads.notice("Rita Test stays in Contacting").waitFor();
    await leads.notice(/cannot be reached/).waitFor();
    await cardIn("CONTACTING", "Rita").waitFor();
    // Moved by a colleague, of which this browser does not hear.
    await leads.report(id, "timeout_no_response");
    await page.route("**/api/v1/admin/leads/board*", (route) => route.abort());
    await leads.opened.context.setOffline(false);
    // The first requests after a change of the network may still fail.
    await expect
      .poll(() => page.evaluate(async () => (await fetch("/api/admin/me")).ok).catch(() => false))
      .toBe(true);
    await focus("Rita");
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: /Qualified/ }).click();
    await leads.notice(/motivation_confirmed is not legal/).waitFor();
    await page.unroute("**/api/v1/admin/leads/board*");
    await page.reload();
    await cardIn("ARCHIVED", "Rita").waitFor();
    leads.opened.complaints.length = 0;
  });

  it("shows pages of a column, and narrows to an agent and a pipeline", async () => {
    await leads.makeLeads("Many", 27, {
      status: "qualified",
      assigned_agent_id: leads.agents.bob,
      subject: "Selling",
    });
    await leads.goTo("/leads/board");
    await card("Many27").waitFor();
    const shown = () => column("QUALIFIED").locator(".card").count();
    expect(await shown()).toBe(25);
    await page.getByLabel("Pipeline").selectOption("seller");
    await page.getByLabel("Agent").selectOption({ label: "bob" });
    await column("QUALIFIED").getByRole("heading", { name: "Qualified 27" }).waitFor();
    await column("QUALIFIED").getByRole("button", { name: "Show more of 2" }).click();
    await expect.poll(shown, QUICK).toBe(27);
    await card("Many1").first().waitFor();
  });

  it("shows a move of another browser within a second, and agents their own leads without what they may not do", async () => {
    const id = await leads.makeLead("Anton", { status: "contacted", assigned_agent_id: leads.agents.ann });
    const ann = await leads.fixture.key("agent", leads.agents.ann);
    await using other = await leads.fixture.openWindow(ann, "/leads/board");
    await other.page.locator('[data-stage="CONTACTING"] .card').filter({ hasText: "Anton" }).waitFor();
    expect(await other.page.locator(".card").filter({ hasText: "Many1" }).count()).toBe(0);
    expect(await other.page.getByLabel("Agent").count()).toBe(0);
    await other.page.waitForTimeout(500);
    await leads.report(id, "motivation_confirmed");
    // A second for people; CI's machines are slower. Without the stream, it would be read again after half a minute.
    const moved = other.page.locator('[data-stage="QUALIFIED"] .card').filter({ hasText: "Anton" });
    await moved.waitFor({ timeout: 10_000 });
    await other.page.goto(`${leads.fixture.origin}/console/leads`);
    await other.page.getByLabel("Select Anton Test").check();
    const offered = other.page.getByRole("region", { name: "Selected leads" }).getByRole("button");
    expect(await offered.allTextContents()).toEqual(["Assign", "Tag", "Remove a tag", "Unselect all Esc"]);
    expect(other.complaints).toEqual([]);
  });

  it("shows an admin the board of the chosen brokerage, and refuses unknown filters in words", async () => {
    await using admin = await leads.fixture.openWindow(await leads.fixture.key("admin"), "/leads/board");
    await admin.page.locator(".card").filter({ hasText: "Anton" }).waitFor();
    await admin.page.goto(`${leads.fixture.origin}/console/leads?stage=NOWHERE`);
    await admin.page.getByRole("alert").filter({ hasText: /stage/ }).waitFor();
    expect(leads.opened.complaints).toEqual([]);
  });
});
