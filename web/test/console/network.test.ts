import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import { LeadPagesFixture } from "../harness/lead-pages-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const LEADS = "/api/v1/admin/leads";

describe.skipIf(!possible)("the console while the network is away", () => {
  let leads: LeadPagesFixture;
  beforeAll(async () => {
    leads = await LeadPagesFixture.open();
  });
  afterAll(() => leads?.close());

  /** The server answers the next request to a path, and the answer is lost on the way. */
  const loseReply = async (page: Page, path: string) => {
    const browser = await page.context().newCDPSession(page);
    browser.once("Fetch.requestPaused", ({ requestId }) => {
      void browser
        .send("Fetch.failRequest", { requestId, errorReason: "InternetDisconnected" })
        .then(() => browser.detach());
    });
    const patterns = [{ urlPattern: `*${path}`, requestStage: "Response" as const }];
    await browser.send("Fetch.enable", { patterns });
  };
  /** The composer is there once it has been loaded. */
  const openNote = async (page: Page) => {
    await page.keyboard.press("n");
    await page.locator("textarea:focus").waitFor();
  };

  it("keeps what is typed for a minute, stores it once even where the reply was lost, and shows what was missed", async () => {
    const { fixture } = leads;
    const id = await leads.makeLead("Norma", { status: "contacted" });
    await using opened = await fixture.openWindow(await fixture.key("broker"), `/leads/${id}`);
    const { page, context } = opened;
    await page.clock.install();
    await page.reload();
    await page.getByRole("heading", { name: "Norma Test", level: 1 }).waitFor();
    await openNote(page);
    await page.keyboard.type("Two dogs.");
    await loseReply(page, `${LEADS}/${id}/notes`);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await context.setOffline(true);
    await page.getByText("No network.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.clock.fastForward("01:00");
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    const note = page.getByLabel("Note", { exact: true });
    expect(await note.inputValue()).toBe("Two dogs.");
    // A colleague goes on meanwhile.
    await leads.api(`${LEADS}/${id}/contacts`, {
      method: "POST",
      body: { channel: "call", direction: "outbound", note: "By Bob." },
    });
    await context.setOffline(false);
    await page.getByText("No network.").waitFor({ state: "detached" });
    await page.locator(".timeline-text", { hasText: "By Bob." }).waitFor();
    expect(await note.inputValue()).toBe("Two dogs.");
    await note.press("Control+Enter");
    await page.getByText("Note added").waitFor();
    const { events } = await leads.api(`${LEADS}/${id}/transitions`);
    const notes = events.filter(({ event_type: type }: { event_type: string }) => type === "note_added");
    expect(notes).toMatchObject([{ note: "Two dogs." }]);
  });

  it("stores a note anew whose words were changed after their reply was lost", async () => {
    const { fixture } = leads;
    const id = await leads.makeLead("Olive", { status: "contacted" });
    await using opened = await fixture.openWindow(await fixture.key("broker"), `/leads/${id}`);
    const { page } = opened;
    const lost = page.getByRole("alert").filter({ hasText: "cannot be reached" });
    await page.getByRole("heading", { name: "Olive Test", level: 1 }).waitFor();
    await openNote(page);
    await page.keyboard.type("Two dogs.");
    await loseReply(page, `${LEADS}/${id}/notes`);
    await page.keyboard.press("Control+Enter");
    await lost.waitFor();
    const note = page.getByLabel("Note", { exact: true });
    await note.fill("Three dogs.");
    await note.press("Control+Enter");
    await page.getByText("Note added").waitFor();
    const { events } = await leads.api(`${LEADS}/${id}/transitions`);
    const notes = events.filter(({ event_type: type }: { event_type: string }) => type === "note_added");
    expect(notes.map((event: { note: string }) => event.note).toSorted()).toEqual([
      "Three dogs.",
      "Two dogs.",
    ]);
  });

  it("stores a note once that is sent again while it is still under way, or the session has ended", async () => {
    const { fixture } = leads;
    const id = await leads.makeLead("Paula", { status: "contacted" });
    await using opened = await fixture.openWindow(await fixture.key("broker"), `/leads/${id}`);
    const { page } = opened;
    const path = `${LEADS}/${id}/notes`;
    await page.getByRole("heading", { name: "Paula Test", level: 1 }).waitFor();
    await openNote(page);
    await page.keyboard.type("Two dogs.");
    await loseReply(page, path);
    await page.keyboard.press("Control+Enter");
    const refused = (words: string) => page.getByRole("alert").filter({ hasText: words }).waitFor();
    await refused("cannot be reached");
    const replies = [
      { status: 409, json: { detail: "still running" }, headers: { "Retry-After": "1" } },
      { status: 429, json: { detail: "too many" } },
    ];
    for (const reply of replies) {
      await page.route(
        (url) => url.pathname === path,
        (route) => route.fulfill(reply),
        { times: 1 },
      );
      await page.keyboard.press("Control+Enter");
      await refused(reply.json.detail);
    }
    await page.keyboard.press("Control+Enter");
    await page.getByText("Note added").waitFor();
    const { events } = await leads.api(`${LEADS}/${id}/transitions`);
    const notes = events.filter(({ event_type: type }: { event_type: string }) => type === "note_added");
    expect(notes).toMatchObject([{ note: "Two dogs." }]);
  });

  it("copies a drip once whose reply was lost", async () => {
    const { fixture } = leads;
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/drips");
    const { page } = opened;
    const copy = page.getByRole("button", { name: /^Copy / }).first();
    await copy.waitFor();
    await loseReply(page, "/drips/starters/*");
    await copy.click();
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await copy.click();
    await page.getByText(/was copied$/).waitFor();
    expect((await leads.api("/api/v1/admin/drips")).total).toBe(1);
  });

  it("adds a lead once whose reply was lost, and edits many once", async () => {
    const { fixture } = leads;
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/leads?new=true");
    const { page } = opened;
    const dialog = page.getByRole("dialog", { name: "New lead" });
    await dialog.getByLabel("First name").fill("Wanda");
    await dialog.getByLabel("Last name").fill("Once");
    await dialog.getByLabel("Email").fill("wanda@visitors.test");
    await dialog.getByLabel("Subject").fill("A farm");
    await dialog.getByLabel("What they want").fill("Water rights");
    await loseReply(page, LEADS);
    await dialog.getByRole("button", { name: "Add the lead" }).click();
    await dialog.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await dialog.getByRole("button", { name: "Add the lead" }).click();
    await page.getByText("Wanda Once is added").waitFor();
    const { items } = await leads.api(`${LEADS}?q=wanda`);
    expect(items).toHaveLength(1);

    await page.getByLabel("Select Wanda Once").check();
    await page.getByRole("button", { name: "Assign" }).click();
    const assign = page.getByRole("dialog", { name: "Assign 1 lead" });
    await assign.getByLabel("Agent").selectOption({ label: "ann" });
    await loseReply(page, `${LEADS}/bulk`);
    await assign.getByRole("button", { name: "Assign" }).click();
    await assign.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await assign.getByRole("button", { name: "Assign" }).click();
    await page.getByText("1 lead assigned to ann").waitFor();
    const { events } = await leads.api(`${LEADS}/${items[0].id}/transitions`);
    const assigned = events.filter(
      ({ event_type: type }: { event_type: string }) => type === "agent_assigned",
    );
    expect(assigned).toHaveLength(1);
    // What is undone is that first edit: the repeated one has its reply.
    await page.keyboard.press("Control+z");
    await page.getByText("Undone", { exact: true }).waitFor();
    expect((await leads.read(items[0].id)).assigned_agent_id).toBeNull();
  });

  it("resumes the stream with what was missed, without loading the page again", async () => {
    const { fixture } = leads;
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page, context } = opened;
    const arrive = (firstName: string) =>
      leadByForm(fixture.lintel, "north.test", { firstName, email: `${firstName}@visitors.test` });
    const row = (name: string) => page.locator("[data-row]").filter({ hasText: name });
    await arrive("Before");
    await row("Before").waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await context.setOffline(true);
    await arrive("Meanwhile");
    await page.getByText("No network.").waitFor();
    expect(await row("Meanwhile").count()).toBe(0);
    await context.setOffline(false);
    await row("Meanwhile").waitFor();
    await arrive("Afterwards");
    await row("Afterwards").waitFor();
    const counts = await Promise.all(["Before", "Meanwhile", "Afterwards"].map((name) => row(name).count()));
    expect(counts).toEqual([1, 1, 1]);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });

  it("says that the server does not answer, until it does", async () => {
    const { page, fixture, opened } = leads;
    const { liveStream } = fixture.lintel.services;
    const isStream = (url: URL) => url.pathname === "/api/v1/admin/stream";
    const heading = { name: "Leads", level: 1 } as const;
    await leads.goTo("/leads");
    await page.getByRole("heading", heading).waitFor();
    await expect.poll(() => liveStream.size).toBe(1);
    // A tab that is opened later hears of the stream from the first one.
    const later = await opened.context.newPage();
    await later.goto(page.url());
    await later.getByRole("heading", heading).waitFor();
    await page.route(isStream, (route) => route.abort("connectionrefused"));
    liveStream.close();
    const silent = (tab: Page) => tab.getByText("The server does not answer.");
    for (const tab of [page, later]) await silent(tab).waitFor({ timeout: 15_000 });
    await page.unroute(isStream);
    for (const tab of [page, later]) await silent(tab).waitFor({ state: "detached", timeout: 15_000 });
    expect(liveStream.size).toBe(1);
    await later.close();
  });

  it("shows what one of two browsers has changed to the other, which edits the same, and loses neither", async () => {
    const { fixture } = leads;
    const id = await leads.makeLead("Twice");
    await using first = await fixture.openWindow(await fixture.key("broker"), `/leads/${id}`);
    await using second = await fixture.openWindow(await fixture.key("admin"), `/leads/${id}`);
    for (const { page } of [first, second]) {
      await page.getByRole("button", { name: "Edit the contact data" }).click();
      await page.getByLabel("Last name").waitFor();
    }
    await first.page.getByLabel("Phone").fill("208-555-0188");
    await second.page.getByLabel("Last name").fill("Parks");
    await first.page.getByRole("button", { name: "Save", exact: true }).click();
    await first.page.getByText("208-555-0188").first().waitFor();
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await second.page.getByRole("alert").filter({ hasText: "208-555-0188" }).waitFor();
    expect(await second.page.getByLabel("Last name").inputValue()).toBe("Parks");
    expect((await leads.read(id)).last_name).toBe("Test");
    await second.page.getByRole("button", { name: "Save on top" }).click();
    await first.page.getByRole("heading", { name: "Twice Parks", level: 1 }).waitFor();
    expect(await leads.read(id)).toMatchObject({ last_name: "Parks", phone: "208-555-0188" });
  });
});
