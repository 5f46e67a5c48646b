import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { step } from "../../../server/test/harness/sequences-fixture.ts";
import { LeadPagesFixture } from "../harness/lead-pages-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const LEADS = "/api/v1/admin/leads";
const QUICK = { timeout: 10_000 };

describe.skipIf(!possible)("the list of leads", () => {
  let leads: LeadPagesFixture;
  let page: Page;
  beforeAll(async () => {
    leads = await LeadPagesFixture.open();
    page = leads.page;
  });
  afterAll(() => leads?.close());

  const names = () => page.locator(".lead-table .row-title").allTextContents();

  it("filters by the address, with back and forward, and keeps filters under a name", async () => {
    await leads.makeLead("Nina", { subject: "Selling my house" });
    await leads.makeLead("Cora", { status: "contacted", assigned_agent_id: leads.agents.ann });
    await leads.makeLead("Carl", { status: "contacted" });
    await leads.goTo("/leads");
    await page.getByRole("link", { name: "Nina Test" }).waitFor();
    await page.getByLabel("Stage", { exact: true }).selectOption("CONTACTING");
    await expect.poll(names, QUICK).toEqual(["Carl Test", "Cora Test"]);
    await page.getByLabel("Agent").selectOption({ label: "ann" });
    await expect.poll(names, QUICK).toEqual(["Cora Test"]);
    expect(new URL(page.url()).search).toBe(`?stage=CONTACTING&agent=${leads.agents.ann}`);
    await page.goBack();
    await expect.poll(names, QUICK).toEqual(["Carl Test", "Cora Test"]);
    await page.goForward();
    await expect.poll(names, QUICK).toEqual(["Cora Test"]);

    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ann’s calls");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("link", { name: "Nina Test" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Ann’s calls" }).click();
    await expect.poll(names, QUICK).toEqual(["Cora Test"]);

    await page.getByRole("link", { name: "All", exact: true }).click();
    await page.getByRole("searchbox").fill("selling");
    await expect.poll(names, QUICK).toEqual(["Nina Test"]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("selling");
    await page.getByRole("searchbox").fill("no such words");
    await page.getByText("No lead matches these filters.").waitFor();
  });

  it("gives ten leads to another agent with a reason, by keys, and takes it back by ⌘Z: no notice is left", async () => {
    const ids = await leads.makeLeads("Ten", 10, { assigned_agent_id: leads.agents.ann });
    await leads.goTo("/leads?q=ten");
    await page.getByRole("link", { name: "Ten10 Test" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    for (let at = 0; at < 9; at++) await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("10 leads selected").waitFor();
    await page.getByRole("button", { name: "Assign" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign 10 leads" });
    await dialog.getByLabel("Agent").selectOption({ label: "bob" });
    await dialog.getByLabel("Reason").fill("Ann is away");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await page.getByText("10 leads assigned to bob").waitFor();
    const assigned = async () =>
      (await Promise.all(ids.map((id) => leads.read(id)))).map((lead) => lead.assigned_agent_id);
    expect(new Set(await assigned())).toEqual(new Set([leads.agents.bob]));
    expect((await leads.lastEvent(ids[0] as number)).note).toBe("Ann is away");
    const notices = async () => {
      const { db } = leads.fixture.lintel.database;
      const rows = await db.selectFrom("messages").selectAll().where("lead_id", "in", ids).execute();
      return rows.filter(
        ({ recipient, state }) => recipient === "bob@leads.agents.test" && state === "waiting",
      ).length;
    };
    expect(await notices()).toBe(10);
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Undone", { exact: true }).waitFor();
    expect([new Set(await assigned()), await notices()]).toEqual([new Set([leads.agents.ann]), 0]);
  });

  it("tags and untags what the mouse has selected, and says which leads were refused", async () => {
    const ids = await leads.makeLeads("Tag", 3);
    await leads.goTo("/leads?q=tag");
    await page.getByLabel("Select Tag3 Test").check();
    await page.getByLabel("Select Tag1 Test").click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Tag").fill("Spring");
    await page.keyboard.press("Enter");
    await page.locator(".tag").filter({ hasText: "spring" }).nth(2).waitFor();
    expect((await Promise.all(ids.map((id) => leads.read(id)))).map(({ tags }) => tags)).toEqual(
      ids.map(() => ["spring"]),
    );
    await page.getByLabel("Select all on this page").check();
    await leads.api(`${LEADS}/${ids[0]}`, { method: "DELETE" });
    await page.getByRole("button", { name: "Remove a tag" }).click();
    await page.getByRole("dialog").getByLabel("Tag").fill("spring");
    await page.keyboard.press("Enter");
    await leads.notice("Not changed: 1 lead").waitFor();
    await leads.notice("Lead not found").waitFor();
    expect((await leads.read(ids[1] as number)).tags).toEqual([]);
  });

  it("enrolls leads in a drip, and takes it back by the button", async () => {
    const ids = await leads.makeLeads("Drip", 2);
    const { id } = await leads.api("/api/v1/admin/drips", {
      method: "POST",
      body: {
        name: "Spring letters",
        trigger_state: "QUALIFIED",
        steps: [step("one")],
      },
    });
    const enrolled = async () => (await leads.api(`/api/v1/admin/drips/${id}/enrollments`)).items.length;
    await leads.goTo("/leads?q=drip");
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Enroll in a drip" }).click();
    await page.getByRole("dialog").getByLabel("Drip").selectOption({ label: "Spring letters" });
    // The offer does not wait for the list, and counts from the request. Clocks go on each second.
    const list = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === `${LEADS}/bulk`,
      async (route) => {
        await page.waitForTimeout(2100);
        await page.route(
          (url) => url.pathname === LEADS,
          (reading) => list.promise.then(() => reading.continue()),
          { times: 1 },
        );
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Enroll", exact: true }).click();
    await leads.notice(`${ids.length} leads enrolled in Spring letters`).waitFor();
    const left = await page.getByRole("button", { name: /^Undo/, includeHidden: true }).textContent();
    expect(Number(/\d+/.exec(left ?? "")?.[0])).toBeLessThan(60);
    list.resolve();
    expect(await enrolled()).toBe(2);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await leads.notice("Undone").waitFor();
    expect(await enrolled()).toBe(0);
  });

  it("gives the leads of an agent to another one by ⌘K, also from a list of others", async () => {
    await leads.makeLeads("Given", 2, { assigned_agent_id: leads.agents.bob });
    await leads.makeLead("Left");
    const { total } = await leads.api(`${LEADS}?agent=${leads.agents.bob}`);
    await leads.goTo("/leads?q=left");
    await page.getByRole("link", { name: "Left Test" }).waitFor();
    // The reply is late: the list before it is shown meanwhile.
    await page.route(
      (url) => url.pathname === LEADS && url.searchParams.has("agent"),
      async (route) => {
        await page.waitForTimeout(500);
        await route.continue();
      },
    );
    await page.keyboard.press("Control+k");
    await page.keyboard.type("leads of bob");
    await page.getByRole("option", { name: "Reassign the leads of bob" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Assign \d/ });
    await dialog.waitFor();
    expect(await dialog.getByRole("heading").textContent()).toBe(`Assign ${total} leads`);
    await page.keyboard.press("Escape");
    await page.unrouteAll();
  });

  it("assigns nothing before it is known to whom", async () => {
    const id = await leads.makeLead("Early", { assigned_agent_id: leads.agents.ann });
    const agents = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === "/api/admin/agents",
      async (route) => {
        await agents.promise;
        await route.continue();
      },
    );
    await leads.goTo("/leads?q=early");
    await page.getByLabel("Select Early Test").check();
    await page.getByRole("button", { name: "Assign" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign 1 lead" });
    await dialog.getByLabel("Agent").waitFor();
    expect(await dialog.getByRole("button", { name: "Assign" }).isDisabled()).toBe(true);
    agents.resolve();
    await dialog.getByLabel("Agent").selectOption({ label: "bob" });
    await dialog.getByRole("button", { name: "Assign" }).click();
    await page.getByText("1 lead assigned to bob").waitFor();
    expect((await leads.read(id)).assigned_agent_id).toBe(leads.agents.bob);
    await page.unrouteAll();
  });

  it("keeps a filter that is chosen while words are typed", async () => {
    await leads.goTo("/leads");
    await page.getByRole("searchbox").fill("cora");
    await page.getByLabel("Stage", { exact: true }).selectOption("CONTACTING");
    const filters = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(filters, QUICK).toEqual({ stage: "CONTACTING", q: "cora" });
  });

  it("leaves words in their field while the address takes them over", async () => {
    await leads.goTo("/leads");
    const words = page.getByRole("searchbox");
    await words.fill("cora");
    const shown = words.evaluateHandle((field: HTMLInputElement) => {
      const values: string[] = [];
      new MutationObserver(() => values.push(field.value)).observe(field, { attributes: true });
      return values;
    });
    await page.waitForURL((url) => url.searchParams.get("q") === "cora");
    await expect.poll(names, QUICK).toEqual(["Cora Test"]);
    expect(await (await shown).jsonValue()).not.toContain("");
    expect(await words.inputValue()).toBe("cora");
  });

  it("forgets the selection of an admin who goes on to another brokerage", async () => {
    const { fixture } = leads;
    await fixture.lintel.createTenant("aaa-realty");
    await leads.makeLead("Chosen");
    await using opened = await fixture.openWindow(await fixture.key("admin"), "/leads");
    const { page } = opened;
    const brokerage = page.locator(".brokerage-chooser select");
    await brokerage.selectOption({ label: "north" });
    await page.getByLabel("Select Chosen Test").check();
    await page.getByText("1 lead selected").waitFor();
    await brokerage.selectOption({ label: "aaa-realty" });
    await page.getByText("There are no leads yet.").waitFor();
    expect(await page.getByText("1 lead selected").isVisible()).toBe(false);
  });

  it("enters a new lead by ⌘K, and keeps what was typed when the API refuses", async () => {
    await leads.goTo("/");
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("new lead");
    await page.getByRole("option", { name: "New lead" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New lead" });
    await dialog.getByLabel("First name").fill("Walter");
    await dialog.getByLabel("Last name").fill("Walkin");
    await dialog.getByLabel("Email").fill("walter@nowhere");
    await dialog.getByLabel("Subject").fill("Selling a farm");
    await dialog.getByLabel("What they want").fill("A fair price");
    await dialog.getByLabel("Agent").selectOption({ label: "bob" });
    await dialog.getByRole("button", { name: "Add the lead" }).click();
    await dialog.getByRole("alert").first().waitFor();
    await dialog.getByLabel("Email").fill("walter@visitors.test");
    await page.keyboard.press("Enter");
    await page.getByText("Walter Walkin is added").waitFor();
    const [found] = (await leads.api(`${LEADS}?q=walkin`)).items;
    expect(found).toMatchObject({
      stage: "NEW",
      pipeline_type: "seller",
      email: "walter@visitors.test",
      assigned_agent_id: leads.agents.bob,
      source: "manual",
    });
  });
});
