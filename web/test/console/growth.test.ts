import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { sampleJpeg } from "../../../server/test/harness/sample-photos.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";
import { drag } from "../harness/drag.ts";
import { type GrowthFixture, openGrowth } from "../harness/growth-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

describe.skipIf(!possible)("drips, people and routing in the console", () => {
  let fixture: ConsoleFixture;
  let growth: GrowthFixture;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open();
    growth = await openGrowth(fixture);
  });
  afterAll(() => fixture?.close());

  const sequenceOf = () => growth.ask("GET", `/api/v1/admin/drips/${growth.sequence}`);

  it("shows the real email to a real lead and when each is sent, and enrolls the lead: three actions from Today", async () => {
    await using opened = await fixture.openWindow(growth.broker);
    const { page, complaints } = opened;
    await page.getByRole("link", { name: "Drips" }).click();
    await page.getByRole("link", { name: "The first week" }).click();
    const mail = page.frameLocator(".mail-frame");
    await mail.getByText("Hello Ada,").waitFor();
    await mail.getByText("<script>parent.hostile = 1</script> what matters most?").waitFor();
    // The mail's own styles, which the console's policy forbids, show in the frame.
    const card = await mail
      .locator(".card")
      .evaluate((element) => [
        getComputedStyle(element).borderTopWidth,
        getComputedStyle(element).borderRadius,
      ]);
    expect(card).toEqual(["5px", "8px"]);
    expect(await mail.locator("a[href]").count()).toBe(0);
    expect(await page.evaluate(() => "hostile" in window)).toBe(false);
    const times = page.locator(".send-times time");
    expect(await times.count()).toBe(3);
    const firstTime = await times.first().getAttribute("datetime");
    await page.getByRole("button", { name: "Enroll Ada Lovelace" }).click();
    await page.getByText("Ada Lovelace is enrolled", { exact: true }).waitFor();
    const [enrollment] = (await growth.ask("GET", `/api/v1/admin/drips/${growth.sequence}/enrollments`))
      .items;
    expect(enrollment).toMatchObject({ lead_id: growth.lead, status: "active", next_send_at: firstTime });
    await page.getByText("The lead is active on this sequence already").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("ended: stopped by hand").waitFor();
    expect(complaints).toEqual([]);
  });

  it("follows what is typed, moves emails by the keyboard and by dragging, and saves on top of a change of others only when told to", async () => {
    // All emails are in view, to be dragged.
    const viewport = { width: 1280, height: 1600 };
    await using opened = await fixture.openWindow(growth.broker, `/drips/${growth.sequence}`, { viewport });
    const { page } = opened;
    const mail = page.frameLocator(".mail-frame");
    await page.getByLabel("Text", { exact: true }).fill("Dear {{first_name}}, dear {{frist_name}},");
    await mail.getByText("Dear Ada, dear ,").waitFor();
    await page.getByText(/did you mean first_name/).waitFor();
    await page.getByRole("button", { name: /^Move email 1/ }).press("ArrowDown");
    await page.getByText("Email 1 is now email 2 of 3").waitFor({ state: "attached" });
    const handle = page.getByRole("button", { name: /^Move email 2/ });
    await expect.poll(() => handle.evaluate((element) => element === document.activeElement)).toBe(true);
    const third = page.getByRole("button", { name: /^Move email 3/ });
    const first = page.locator(".step").first();
    await drag(page, third, first, async () => {
      await expect.poll(() => first.getAttribute("data-over")).toBe("true");
    });
    await page.getByText("Email 3 is now email 1 of 3").waitFor({ state: "attached" });
    await growth.ask("PUT", `/api/v1/admin/drips/${growth.sequence}`, { description: "For buyers" });
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("alert").filter({ hasText: "changed meanwhile" });
    await conflict.getByText("For buyers").waitFor();
    expect(await page.getByLabel("Text", { exact: true }).inputValue()).toMatch(/^Dear/);
    expect((await sequenceOf()).steps[0].subject_template).toBe("Homes for you, {{first_name}}");
    await page.getByRole("button", { name: "Save on top" }).click();
    await page.getByText("The sequence is saved").waitFor();
    const { description, steps } = await sequenceOf();
    expect([description, steps.map((step: { subject_template: string }) => step.subject_template)]).toEqual([
      "For buyers",
      ["How is it going?", "Still looking?", "Homes for you, {{first_name}}"],
    ]);
  });

  it("keeps what was typed while the network is away", async () => {
    await using opened = await fixture.openWindow(growth.broker, `/drips/${growth.sequence}`);
    const { page, context } = opened;
    await page.getByLabel("Description").fill("For those who came last week");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await context.setOffline(false);
    expect(await page.getByLabel("Description").inputValue()).toBe("For those who came last week");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The sequence is saved").waitFor();
    expect((await sequenceOf()).description).toBe("For those who came last week");
  });

  it("approves a suggestion with what is and what would be in view: ⌘K, its page, Approve", async () => {
    await using opened = await fixture.openWindow(growth.broker);
    const { page, complaints } = opened;
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sugg");
    await page.getByRole("option", { name: "Suggestions" }).waitFor();
    await page.keyboard.press("Enter");
    const row = page.getByRole("listitem", { name: "Suggestion for Ann Lee" });
    await row.locator("del", { hasText: "Land." }).waitFor();
    await row.locator("ins", { hasText: "Land and acreage east of Boise." }).waitFor();
    await row.getByRole("button", { name: /^Approve/ }).click();
    await page.getByText("No suggestion.").waitFor();
    expect((await growth.ask("GET", `/api/admin/agents/${growth.ann}`)).bio).toBe(
      "Land and acreage east of Boise.",
    );
    expect(complaints).toEqual([]);
  });

  it("approves no suggestion over a change that has been made meanwhile, and shows that first", async () => {
    const body = { target_type: "agent", target_id: growth.ann, changes: { bio: "Acreage." } };
    await growth.ask("POST", "/api/admin/suggestions", body);
    await using opened = await fixture.openWindow(growth.broker, "/suggestions");
    const row = opened.page.getByRole("listitem", { name: "Suggestion for Ann Lee" });
    await row.locator("ins", { hasText: "Acreage." }).waitFor();
    // Between the press and the approval: else the live stream could show it before.
    const change = async (route: Route) => {
      await growth.ask("PUT", `/api/admin/agents/${growth.ann}`, { bio: "Farms." });
      await route.continue();
    };
    await opened.page.route("**/api/admin/suggestions/*/approve", change, { times: 1 });
    await row.getByRole("button", { name: /^Approve/ }).click();
    await opened.page.getByRole("alert").filter({ hasText: "was not made" }).waitFor();
    await row.locator("del", { hasText: "Farms." }).waitFor();
    expect((await growth.ask("GET", `/api/admin/agents/${growth.ann}`)).bio).toBe("Farms.");
    await row.getByRole("button", { name: /^Approve/ }).click();
    await row.waitFor({ state: "detached" });
    expect((await growth.ask("GET", `/api/admin/agents/${growth.ann}`)).bio).toBe("Acreage.");
  });

  it("shows a primary agent who is not active any more", async () => {
    const settings = `/api/admin/brokerages/${fixture.brokerageId}/lead-settings`;
    const retired = await fixture.lintel.createAgent(fixture.brokerageId, { name: "Rita Retired" });
    await growth.ask("PUT", settings, { routing_strategy: "primary_agent", primary_agent_id: retired.id });
    await growth.ask("PUT", `/api/admin/agents/${retired.id}`, { status: "inactive" });
    await using opened = await fixture.openWindow(growth.broker, "/routing");
    const primary = opened.page.getByLabel("Primary agent");
    await primary.getByRole("option", { name: "Rita Retired" }).waitFor({ state: "attached" });
    expect(await primary.inputValue()).toBe(String(retired.id));
    await growth.ask("PUT", settings, {
      routing_strategy: "least_recently_assigned",
      primary_agent_id: null,
    });
  });

  it("shows why a lead went to Ann, and who would get it otherwise", async () => {
    await using opened = await fixture.openWindow(growth.broker);
    const { page, complaints } = opened;
    await page.getByRole("link", { name: "Routing" }).click();
    await page.getByText("Ann Lee, in turn, among 1 of 2").click();
    const decision = page.locator(".decision", { hasText: "Ada Lovelace" });
    await decision.getByText("on vacation").waitFor();
    await page.getByRole("link", { name: "What if Ada Lovelace was routed again" }).click();
    const { agent_id } = await growth.ask("POST", "/api/v1/admin/routing/preview", { lead_id: growth.lead });
    expect(agent_id).toBe(null);
    await page.getByText("It would stay without an agent: none can take leads.").waitFor();
    await page.getByRole("button", { name: "Try a new lead instead" }).click();
    await page.getByText("Ann Lee would get it, in turn.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("changes the strategy, and an agent's vacation, weight and photo", async () => {
    await using opened = await fixture.openWindow(growth.broker, "/routing");
    const { page, complaints } = opened;
    await page.getByLabel("Leads go to agents").selectOption("weighted");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The strategy is saved").waitFor();
    const settings = `/api/admin/brokerages/${fixture.brokerageId}/lead-settings`;
    expect((await growth.ask("GET", settings)).routing_strategy).toBe("weighted");
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("region", { name: "Agents" }).getByText("On vacation").waitFor();
    await page.getByRole("link", { name: "Bob Hill" }).click();
    await page.getByLabel("On vacation").uncheck();
    await page.getByLabel("Weight").fill("7");
    const file = { name: "bob.jpg", mimeType: "image/jpeg", buffer: await sampleJpeg(400, 400) };
    await page.getByLabel("Add a photo").setInputFiles(file);
    await page.getByText("The photo is stored").waitFor();
    await page.locator(".avatar.large img[src^='/files/']").waitFor();
    // The photo is another version of the agent: what was typed is saved over it.
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The agent is saved").waitFor();
    expect(await growth.ask("GET", `/api/admin/agents/${growth.bob}`)).toMatchObject({
      on_vacation: false,
      weight: 7,
      photo_url: expect.stringContaining("/files/"),
    });
    expect(complaints).toEqual([]);
  });

  it("offers agents what they may: emails to read, their own profile, suggestions for others", async () => {
    await using opened = await fixture.openWindow(await fixture.key("agent", growth.ann), "/drips");
    const { page } = opened;
    await page.getByRole("link", { name: "The first week" }).click();
    await page.frameLocator(".mail-frame").getByText("I am here to help.").waitFor();
    for (const name of ["Save", "Enroll Ada Lovelace", "Delete …", "Add an email"])
      expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
    expect(await page.getByRole("link", { name: "Routing" }).count()).toBe(0);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("link", { name: "Ann Lee" }).click();
    await page.getByLabel("Specialties").fill("Acreage\nWater rights");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your profile is saved").waitFor();
    expect((await growth.ask("GET", `/api/admin/agents/${growth.ann}`)).specialties).toEqual([
      "Acreage",
      "Water rights",
    ]);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("link", { name: "Bob Hill" }).click();
    await page.getByLabel("About").fill("Knows every ditch.");
    await page.getByRole("button", { name: "Suggest this change" }).click();
    await page.getByText("The change is suggested").waitFor();
    const { items } = await growth.ask("GET", "/api/admin/suggestions?status=pending");
    expect(items).toMatchObject([{ target_id: growth.bob, changes: { bio: "Knows every ditch." } }]);
  });
});
