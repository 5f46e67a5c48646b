import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import { ConsoleFixture, type ConsoleWindow } from "../harness/console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

describe.skipIf(!possible)("leads in the console", () => {
  let fixture: ConsoleFixture;
  let ann: number;
  let broker: string;
  let window: ConsoleWindow;
  let page: Page;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open();
    ann = (await fixture.lintel.createAgent(fixture.brokerageId, { name: "Ann Arbor" })).id;
    broker = await fixture.key("broker");
    window = await fixture.openWindow(broker);
    page = window.page;
  });
  afterAll(async () => {
    await window?.[Symbol.asyncDispose]();
    await fixture?.close();
  });

  const arrive = (firstName: string, fields: object = {}) =>
    leadByForm(fixture.lintel, "north.test", {
      firstName,
      email: `${firstName.toLowerCase()}@visitors.test`,
      phone: "(208) 555-0101",
      ...fields,
    });
  const call = (path: string, options: object = {}) => fixture.lintel.call(path, { key: broker, ...options });
  const leadOf = async (id: number) => (await call(`/api/v1/admin/leads/${id}`)).body;
  const lastEvent = async (id: number) =>
    (await call(`/api/v1/admin/leads/${id}/transitions`)).body.events.at(-1);
  const go = (path: string) => page.goto(`${fixture.origin}/console${path}`);
  const today = async (name: string) => {
    await go("");
    await page.getByRole("link", { name }).first().waitFor();
  };
  const opened = async (id: number, name: string) => {
    await go(`/leads/${id}`);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor();

  it("answers who waits longest by one key, on the server's clock, and goes on to the next", async () => {
    const ada = await arrive("Ada");
    fixture.lintel.clock.advance(120_000);
    await arrive("Grace");
    fixture.lintel.clock.advance(132_000);
    await today("Grace Lovelace");
    const clock = page.locator("[data-row]").first().locator("time");
    expect(await clock.textContent()).toMatch(/^04:1\d$/);
    // Of five minutes.
    await page.locator("[data-row]", { hasText: "Grace" }).getByText("2 min left").waitFor();
    await page.getByRole("heading", { name: "New leads 2" }).waitFor();
    await page.locator(".figures", { hasText: "2 waiting" }).waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("Left a message.");
    await page.keyboard.press("Control+Enter");
    await toast("Logged the call with Ada Lovelace");
    await page.locator(".figures", { hasText: "1 waiting" }).waitFor();
    expect(await lastEvent(ada)).toMatchObject({
      event_type: "contact_attempted",
      channel: "call",
      note: "Left a message.",
      to_stage: "CONTACTING",
    });
    await page.getByRole("link", { name: "Ada Lovelace" }).waitFor({ state: "detached" });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe("Grace Lovelace");
  });

  it("books a follow-up from the row", async () => {
    const id = await arrive("Emmy");
    fixture.lintel.clock.advance(400_000);
    await today("Emmy Lovelace");
    await page.getByRole("heading", { name: /^Breaches/ }).waitFor();
    await page.locator("[data-row]", { hasText: "Emmy" }).getByText("s late").waitFor();
    await page.getByRole("button", { name: "Book a follow-up with Emmy Lovelace" }).click();
    await page.getByRole("button", { name: "Tomorrow" }).click();
    await toast("Follow-up booked");
    expect((await leadOf(id)).follow_up).toMatchObject({ source: "agent" });
  });

  it("finds a person by ⌘K and opens them, and logs a call with a note", async () => {
    const id = await arrive("Sofia");
    await today("Sofia Lovelace");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sofia");
    await page.getByRole("option", { name: /Sofia/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sofia Lovelace", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Call" }).click();
    await page.keyboard.type("Wants a garden.");
    await page.getByRole("button", { name: "Log the call" }).click();
    await page.locator(".timeline-text", { hasText: "Wants a garden." }).waitFor();
    expect(await lastEvent(id)).toMatchObject({ channel: "call", note: "Wants a garden." });
  });

  it("keeps a note that was begun when the lead is called meanwhile", async () => {
    const id = await arrive("Joan");
    await opened(id, "Joan Lovelace");
    await page.keyboard.press("n");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("Two dogs");
    await page.getByRole("link", { name: "Call" }).click();
    const note = page.getByLabel("Note about the call");
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await note.inputValue()).toBe("Two dogs");
    await page.keyboard.press("Control+Enter");
    await page.locator(".timeline-text", { hasText: "Two dogs" }).waitFor();
    expect(await lastEvent(id)).toMatchObject({ channel: "call", note: "Two dogs" });
  });

  it("books for the next morning, also in the night in which clocks are set back", async () => {
    const id = await arrive("Tess");
    await using night = await fixture.openWindow(broker, "/settings", { timezoneId: "America/Boise" });
    await night.page.clock.setFixedTime("2026-11-01T00:30:00-06:00");
    await night.page.goto(`${fixture.origin}/console/leads/${id}`);
    await night.page.getByRole("button", { name: "Book a follow-up" }).click();
    await night.page.getByRole("button", { name: "Tomorrow" }).click();
    await night.page.getByText("Follow-up booked").waitFor();
    expect((await leadOf(id)).follow_up.due_at).toBe("2026-11-02T16:00:00.000Z");
  });

  it("keeps the agent who is not active any more until another one is chosen", async () => {
    const gone = await fixture.lintel.createAgent(fixture.brokerageId, { name: "Gone Away" });
    const id = await arrive("Vera");
    const assign = { method: "PATCH", body: { assigned_agent_id: gone.id } };
    expect((await call(`/api/v1/admin/leads/${id}`, assign)).status).toBe(200);
    await fixture.lintel.database.db
      .updateTable("agents")
      .set({ status: "inactive" })
      .where("id", "=", gone.id)
      .execute();
    await opened(id, "Vera Lovelace");
    await page.getByRole("button", { name: /Assigned to/ }).click();
    const agent = page.getByRole("dialog").getByLabel("Agent");
    await agent.getByRole("option", { name: "Ann Arbor" }).waitFor({ state: "attached" });
    expect(await agent.inputValue()).toBe(String(gone.id));
    await page.keyboard.press("Escape");
  });

  it("moves a lead by what is offered alone, with the reason that it needs", async () => {
    const id = await arrive("Hedy");
    await opened(id, "Hedy Lovelace");
    await page.getByRole("button", { name: /^Stage: New/ }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Contact attemptedContacting",
      "Bogus contactTrashed",
    ]);
    await page.getByRole("menuitem", { name: /Bogus/ }).click();
    await page.getByRole("button", { name: "Move to Trashed" }).click();
    expect((await leadOf(id)).stage).toBe("NEW");
    await page.getByLabel("Reason").selectOption("email_bounces");
    await page.getByRole("button", { name: "Move to Trashed" }).click();
    await toast("Now Trashed");
    expect(await lastEvent(id)).toMatchObject({ reason_code: "email_bounces", to_stage: "TRASHED" });
  });

  it("enrolls a lead in a drip and stops it", async () => {
    const id = await arrive("Mary");
    const { status } = await call("/api/v1/admin/drips", {
      method: "POST",
      body: {
        name: "First week",
        trigger_state: "QUALIFIED",
        steps: [{ delay_days: 1, subject_template: "Hello", body_template: "Hello" }],
      },
    });
    expect(status).toBe(200);
    await opened(id, "Mary Lovelace");
    await page.getByRole("button", { name: "Enroll in a drip" }).click();
    await page.getByRole("menuitem", { name: /First week/ }).click();
    await toast("Enrolled in First week");
    const drips = async () => (await call(`/api/v1/admin/leads/${id}/drips`)).body.enrollments[0];
    expect(await drips()).toMatchObject({ status: "active" });
    await page.getByRole("button", { name: "Stop First week" }).click();
    await toast("First week is stopped");
    expect(await drips()).toMatchObject({ status: "stopped" });
  });

  it("keeps what was typed when another person has changed the lead, and shows what has changed", async () => {
    const id = await arrive("Rosa");
    await opened(id, "Rosa Lovelace");
    await page.getByRole("button", { name: "Edit the contact data" }).click();
    await page.getByLabel("Last name").fill("Parks");
    await call(`/api/v1/admin/leads/${id}`, { method: "PATCH", body: { phone: "208-555-0199" } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "208-555-0199" }).waitFor();
    expect(await page.getByLabel("Last name").inputValue()).toBe("Parks");
    expect((await leadOf(id)).last_name).toBe("Lovelace");
    await page.getByRole("button", { name: "Save on top" }).click();
    await page.getByRole("heading", { name: "Rosa Parks", level: 1 }).waitFor();
    expect(await leadOf(id)).toMatchObject({ last_name: "Parks", phone: "208-555-0199" });
  });

  it("accepts the other telephone number of a form in the lead's name", async () => {
    const register = (phone: string) =>
      fixture.lintel.call("/register", {
        method: "POST",
        host: "north.test",
        body: { name: "Elinor Lovelace", email: "elinor@visitors.test", phone },
      });
    const id = Number((await register("(208) 555-0101")).body.lead_id);
    expect(Number((await register("(208) 555-0177")).body.lead_id)).toBe(id);
    await opened(id, "Elinor Lovelace");
    await page.getByRole("button", { name: "Accept as the lead's own" }).click();
    await toast("Accepted");
    expect((await leadOf(id)).phone).toContain("555-0177");
    await page.getByRole("button", { name: "Accept as the lead's own" }).waitFor({ state: "detached" });
  });

  it("loses nothing while the network is away, and stores a note once", async () => {
    const id = await arrive("Ida");
    await opened(id, "Ida Lovelace");
    await page.keyboard.press("n");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("Two dogs.");
    await window.context.setOffline(true);
    await page.getByRole("button", { name: "Add the note" }).click();
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await window.context.setOffline(false);
    await page.getByRole("button", { name: "Add the note" }).click();
    await toast("Note added");
    const { events } = (await call(`/api/v1/admin/leads/${id}/transitions`)).body;
    expect(
      events.filter(({ event_type: type }: { event_type: string }) => type === "note_added"),
    ).toMatchObject([{ note: "Two dogs." }]);
  });

  it("assigns, confirms a tour and deletes, as the API allows", async () => {
    const ben = await fixture.lintel.createAgent(fixture.brokerageId, { name: "Ben Nevis" });
    const { body: tour } = await fixture.lintel.call("/api/tours", {
      method: "POST",
      host: "north.test",
      body: {
        listing_id: "A-1",
        name: "Ruth Ginsburg",
        email: "ruth@visitors.test",
        preferred_date: "2026-06-15",
      },
    });
    await today("Ruth Ginsburg");
    await page.getByRole("button", { name: "Confirm the tour with Ruth Ginsburg" }).click();
    await toast("Tour with Ruth Ginsburg confirmed");
    const { lead_id: id, status } = (await call(`/api/tours/${tour.id}`)).body;
    expect(status).toBe("confirmed");
    await opened(id, "Ruth Ginsburg");
    await page.getByRole("button", { name: /Assigned to/ }).click();
    const other = (await leadOf(id)).assigned_agent_id === ann ? ben.id : ann;
    await page.getByLabel("Agent").selectOption(String(other));
    await page.getByLabel("Reason").fill("Knows the street");
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await lastEvent(id)).toMatchObject({ event_type: "agent_reassigned", note: "Knows the street" });
    {
      await using agents = await fixture.openWindow(await fixture.key("agent", other), `/leads/${id}`);
      await agents.page.getByRole("heading", { name: "Ruth Ginsburg", level: 1 }).waitFor();
      expect(await agents.page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
    }
    await page.getByRole("button", { name: "Delete Ruth Ginsburg" }).click();
    await page.getByRole("button", { name: "Delete the lead" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    expect((await call(`/api/v1/admin/leads/${id}`)).status).toBe(404);
    await go(`/leads/${id}`);
    await page.getByRole("alert").filter({ hasText: "Lead not found" }).waitFor();
  });
});
