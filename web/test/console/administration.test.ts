import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announce } from "../../../server/src/event-outbox/index.ts";
import { inTransaction } from "../../../server/src/platform/database/database.ts";
import { deliverWebhooks } from "../../../server/src/webhooks/index.ts";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import type { LeadFixture } from "../../../server/test/harness/lead-fixture.ts";
import { privacyOf } from "../../../server/test/harness/privacy-fixture.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../server/test/harness/webhook-receiver.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";

const possible = chromiumPath() !== null || process.env.CI !== undefined;

describe.skipIf(!possible)("the console's administration", () => {
  let fixture: ConsoleFixture;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
    receiver = await startWebhookReceiver();
    const body = { url: receiver.url, events: ["lead.stage_changed"], brokerage_id: fixture.brokerageId };
    const path = "/api/admin/webhooks";
    await fixture.lintel.call(path, { method: "POST", key: fixture.website.admin, body });
  });
  afterAll(async () => {
    await receiver?.close();
    await fixture?.close();
  });

  /** One action: ⌘K, the name of a page, Enter. */
  async function goByPalette(page: Page, name: string): Promise<void> {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(name);
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  }

  it("sends a webhook's delivery again in three actions", async () => {
    const { lintel } = fixture;
    receiver.answer = () => 500;
    await inTransaction(lintel.ctx, (ctx) =>
      announce(ctx, [
        {
          event: "lead.stage_changed",
          subject: "lead:1",
          brokerageId: fixture.brokerageId,
          data: { lead_id: 1, hostile: `<script>alert(1)</script>${"x".repeat(3000)}` },
        },
      ]),
    );
    await deliverWebhooks(lintel.ctx);
    receiver.answer = () => 204;
    expect(receiver.received).toHaveLength(1);
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page, complaints } = opened;
    await goByPalette(page, "Webhooks");
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The delivery is sent again").waitFor();
    await deliverWebhooks(lintel.ctx);
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill(receiver.received[0]?.id));
    // Waiting deliveries are read again by themselves.
    await page.getByRole("listitem").getByText("Delivered", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("answers an erasure request in three actions, and shows its receipt", async () => {
    const email = "erase@visitors.test";
    await leadByForm(fixture.lintel, "north.test", { firstName: "Erasable", email });
    const privacy = privacyOf(fixture.lintel, {
      id: fixture.brokerageId,
      host: "north.test",
    } as LeadFixture);
    await privacy.submitConfirmed("erase", email);
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page } = opened;
    await goByPalette(page, "Privacy");
    await page.getByRole("button", { name: "Erase now" }).click();
    await page.getByRole("button", { name: "Erase the data" }).click();
    await page.getByText("The person's data is erased").waitFor();
    await page.getByText("Receipt").click();
    await page.getByText("Timeline events").waitFor();
    const left = await fixture.lintel.database.db
      .selectFrom("leads")
      .select("id")
      .where("email", "=", email)
      .execute();
    expect(left).toEqual([]);
  });

  it("changes the website by a broker's own suggestion, and the audit log shows what was changed", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/brokerage");
    const { page } = opened;
    await page.getByLabel("Tagline").fill("Homes \u202e of the north");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The website shows the change").waitFor();
    const { body } = await fixture.lintel.call("/api/public/brokerage", { host: "north.test" });
    expect(body.tagline).toBe("Homes \u202e of the north");
    await goByPalette(page, "Audit log");
    await page.getByText("Changed: Brokerage").first().waitFor();
    await page.locator("ins", { hasText: "of the north" }).first().waitFor();
  });

  it("shows in the audit log what stands within a changed field", async () => {
    const nav_main = [
      { label: "Buy", href: "/homes", children: [{ label: "In Boise", href: "/homes?city=Boise" }] },
    ];
    const path = `/api/admin/brokerages/${fixture.brokerageId}`;
    const put = (body: object) =>
      fixture.lintel.call(path, { method: "PUT", key: fixture.website.admin, body });
    expect((await put({ nav_main })).status).toBe(200);
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/audit");
    await opened.page.locator("ins", { hasText: "Label: In Boise" }).waitFor();
    expect((await put({ nav_main: [] })).status).toBe(200);
  });

  it("says why the lead settings are not shown, and shows them at the next attempt", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { page } = opened;
    const agents = (url: URL) => url.pathname === "/api/admin/agents";
    // Until the page has shown it: the page before may still ask for agents.
    await page.route(agents, (route) => route.fulfill({ status: 403, json: { detail: "Not now" } }));
    await page.goto(`${fixture.origin}/console/settings/leads`);
    await page.getByRole("alert").filter({ hasText: "Not now" }).waitFor();
    await page.unroute(agents);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Answer within (seconds)").waitFor();
  });

  it("offers all brokerages to an admin, and all agents, also beyond a page of the API", async () => {
    const { db } = fixture.lintel.database;
    const names = Array.from({ length: 120 }, (_each, nth) => `Many ${String(nth).padStart(3, "0")}`);
    const slugOf = (name: string) => name.toLowerCase().replace(" ", "-");
    for (const name of names)
      await db
        .insertInto("brokerages")
        .values({ name, slug: slugOf(name) })
        .execute();
    for (const name of names)
      await fixture.lintel.createAgent(fixture.brokerageId, { name, slug: slugOf(name) });
    await using opened = await fixture.openWindow(await fixture.key("admin"), "/settings/leads");
    const { page } = opened;
    const brokerage = page.locator(".brokerage-chooser select");
    await brokerage.selectOption({ label: "Many 119" });
    await page.reload();
    await expect.poll(() => brokerage.locator("option:checked").textContent()).toBe("Many 119");
    await brokerage.selectOption({ label: "north" });
    await page
      .getByLabel("The one agent")
      .getByRole("option", { name: "Many 119" })
      .waitFor({ state: "attached" });
  });

  it("refuses to overwrite what another has changed meanwhile, shows it, and keeps what was typed", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/leads");
    const { page } = opened;
    const target = page.getByLabel("Answer within (seconds)");
    await target.fill("240");
    const path = `/api/admin/brokerages/${fixture.brokerageId}/lead-settings`;
    const put = { method: "PUT", key: fixture.website.admin, body: { reminder_after_seconds: 77 } } as const;
    expect((await fixture.lintel.call(path, put)).status).toBe(200);
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "changed meanwhile" });
    await notice.getByText("77").waitFor();
    expect(await target.inputValue()).toBe("240");
    await page.getByRole("button", { name: "Save on top" }).click();
    await page.getByText("The settings are saved").waitFor();
    const { body } = await fixture.lintel.call(path, { key: fixture.website.admin });
    expect([body.response_target_seconds, body.reminder_after_seconds]).toEqual([240, 77]);
    // The next save does not take theirs back.
    await target.fill("250");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(async () => (await fixture.lintel.call(path, { key: fixture.website.admin })).body)
      .toMatchObject({ response_target_seconds: 250, reminder_after_seconds: 77 });
  });

  it("keeps what was typed while the network is away, and shows what the API refuses at its field", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/branding");
    const { page, context } = opened;
    const colour = page.getByLabel("Color");
    await colour.fill("blue");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    // The form stays where reading its record again fails too.
    const record = `/api/admin/brokerages/${fixture.brokerageId}`;
    const refuse = (route: Route) => route.fulfill({ status: 403, json: { detail: "Not now" } });
    await page.route((url) => url.pathname === record, refuse, { times: 1 });
    const refused = page.waitForResponse((reply) => reply.url().endsWith(record) && reply.status() === 403);
    await context.setOffline(false);
    await refused;
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/primary_color must/)
      .first()
      .waitFor();
    expect(await colour.inputValue()).toBe("blue");
    await colour.fill("#336699");
    await page.getByRole("button", { name: "Add a link" }).first().click();
    await page.getByLabel("Text of link 1").fill("Homes");
    await page.getByLabel("Address of link 1").fill("/homes");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The website shows the change").waitFor();
    const { body } = await fixture.lintel.call("/api/public/site", { host: "north.test" });
    expect([body.primary_color, body.nav_main]).toEqual(["#336699", [{ label: "Homes", href: "/homes" }]]);
  });

  it("shows the website with what stands in the form before it is saved, to staff alone and in no cache", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/branding");
    const { page } = opened;
    const picture = page.frameLocator(".website-picture");
    await picture.getByRole("banner").waitFor();
    await page.getByLabel("Headline").fill("Not saved yet");
    await picture.getByRole("heading", { level: 1, name: "Not saved yet" }).waitFor();
    const address = (await page.locator(".website-picture").getAttribute("src")) ?? "";
    const visit = async (path: string) => {
      const { status, headers, text } = await fixture.website.visit(path);
      return [status, headers["cache-control"], text.includes("Not saved yet")];
    };
    expect(await visit(address)).toEqual([200, "no-store", true]);
    expect(await visit("/")).toEqual([200, "public, max-age=0, s-maxage=60", false]);
    fixture.lintel.clock.advance(10 * 60_000);
    expect(await visit(address)).toEqual([200, "no-store", false]);
  });

  it("shows a new API key once, and revokes it", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/keys");
    const { page } = opened;
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("What it is for").fill("Office test");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const key = (await page.locator("[data-secret]").textContent()) ?? "";
    const verify = async () => (await fixture.lintel.call("/api/auth/verify", { key })).status;
    expect(await verify()).toBe(200);
    await page.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Office test" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("The key is revoked").waitFor();
    expect([await verify(), await page.content().then((html) => html.includes(key))]).toEqual([401, false]);
  });

  it("offers agents their own account alone, and admins what is theirs", async () => {
    const { id } = await fixture.lintel.createAgent(fixture.brokerageId);
    await using agents = await fixture.openWindow(await fixture.key("agent", id), "/settings");
    await agents.page.getByText("This browser", { exact: true }).waitFor();
    await agents.page.getByText("You have no passkey.").waitFor();
    // Who has signed in with a key cannot make one.
    expect(await agents.page.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
    const sections = (page: Page) => page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    expect(await sections(agents.page).allTextContents()).toEqual(["My account"]);
    const group = agents.page.getByRole("region", { name: "Office" });
    expect(await group.getByRole("link").allTextContents()).toEqual(["Settings"]);
    await using admins = await fixture.openWindow(await fixture.key("admin"), "/admin");
    const { page } = admins;
    await page.getByRole("button", { name: "Create a brokerage" }).click();
    await page.getByLabel("Name", { exact: true }).fill("East Realty");
    await page.getByLabel("Short name").fill("east");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByLabel("Add a domain").fill("east.test");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("The website answers at the domain").waitFor();
    const { body } = await fixture.lintel.call("/api/public/brokerage", { host: "east.test" });
    expect(body.name).toBe("East Realty");
  });
});
