import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { ConsoleFixture, openByCommand } from "../harness/console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
const HOSTILE = `<script>alert(1)</script> \u202e ${"x".repeat(10_000)}`;

describe.skipIf(!possible)("feeds and the rules of sources in the console", () => {
  let fixture: ConsoleFixture;
  let server: FeedServer;
  let admin: string;
  let broker: string;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
    server = await serveFeed();
    await loadKingCounty(server.market, 20);
    admin = await fixture.key("admin");
    broker = await fixture.key("broker");
  });
  afterAll(async () => {
    await fixture?.close();
    await server?.close();
  });

  const db = () => fixture.lintel.database.db;
  const api = (path: string, options: object = {}) => fixture.lintel.call(path, { key: admin, ...options });
  const addFeed = async (source: string): Promise<number> => {
    const body = { source, base_url: server.baseUrl, auth: { type: "bearer", token: STATIC_TOKEN } };
    const { status, text, body: feed } = await api("/api/admin/feeds", { method: "POST", body });
    if (status !== 201) throw new Error(`The feed was not added: ${text}`);
    return feed.id;
  };

  it("adds a feed from ⌘K in three actions, after a test that shows each step as it ends; the token is never shown", async () => {
    await using opened = await fixture.openWindow(admin);
    const { page, complaints } = opened;
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await openByCommand(page, "add a f", /Add a feed/);
    await page.getByLabel("Name of the source").fill("king-county");
    await page.getByLabel("Address of the RESO Web API").fill(server.baseUrl);
    await page.getByLabel("Token", { exact: true }).fill("wrong-token");
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("The test has failed.").waitFor();
    await page.getByText(/refuses the credentials/).waitFor();
    await page.getByLabel("Token", { exact: true }).fill(STATIC_TOKEN);
    await page.getByRole("button", { name: "Test" }).click();
    // Requests are half a second apart: the first steps are there while the later ones are under way.
    await page.getByText("Testing …").waitFor();
    await page.locator(".trial-step.good").first().waitFor();
    expect(await page.getByText("Testing …").isVisible()).toBe(true);
    await page.getByText("The test has succeeded.").waitFor();
    await page.getByText("Property (20)").waitFor();
    await page.getByRole("button", { name: "Add the feed" }).click();
    await page.getByRole("heading", { name: "king-county", level: 1 }).waitFor();
    const { body } = await api("/api/admin/feeds");
    expect(body.items).toMatchObject([{ source: "king-county", base_url: server.baseUrl, enabled: true }]);
    expect(await page.content()).not.toContain(STATIC_TOKEN);
    expect(complaints).toEqual([]);
  });

  it("pauses a feed and runs it, with its runs, its progress and its rejects", async () => {
    const id = await addFeed("worked");
    const now = new Date();
    await db()
      .insertInto("feed_rejects")
      .values({
        ...{ feed_id: id, key: HOSTILE.slice(0, 200), at: now, resource: "Property" },
        ...{ reasons: ["ListPrice must be a number"], record: JSON.stringify({ ListPrice: HOSTILE }) },
      })
      .execute();
    await using opened = await fixture.openWindow(admin, "/feeds");
    const { page } = opened;
    await page.getByRole("button", { name: "Pause worked" }).click();
    await page.getByRole("button", { name: "Resume worked" }).click();
    await page.getByRole("button", { name: "Run now worked" }).click();
    await page.getByRole("menuitem", { name: "Compare everything" }).click();
    const runs = () =>
      db().selectFrom("feed_runs").select(["kind", "state"]).where("feed_id", "=", id).execute();
    await expect.poll(runs).toEqual([{ kind: "reconcile", state: "running" }]);
    await db()
      .updateTable("feed_runs")
      .set({ phase: "reconcile", done: 30, total: 60 })
      .where("feed_id", "=", id)
      .execute();
    await page.getByRole("link", { name: "worked" }).click();
    await page.getByRole("progressbar", { name: "Reconcile" }).waitFor();
    await page.getByText("30 of 60 records").waitFor();
    await page.getByText("ListPrice must be a number").waitFor();
  });

  it("shows how far a run is by the live stream, without a request", async () => {
    const id = await addFeed("followed");
    const run = await db()
      .insertInto("feed_runs")
      .values({
        ...{ feed_id: id, kind: "reconcile", phase: "reconcile", state: "running", started_at: new Date() },
        ...{ done: 10, total: 60 },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const advance = (fields: object) =>
      db().updateTable("feed_runs").set(fields).where("id", "=", run.id).execute();
    await using opened = await fixture.openWindow(admin, `/feeds/${id}`);
    const { page } = opened;
    await page.getByText("10 of 60 records").waitFor();
    // What was loaded before the stream was open is read again.
    await page.waitForTimeout(1500);
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/admin/feeds")) requested.push(request.url());
    });
    await advance({ done: 40 });
    await page.getByText("40 of 60 records").waitFor({ timeout: 3000 });
    await page.waitForTimeout(3000);
    expect(requested).toEqual([]);
    await advance({ state: "succeeded", finished_at: new Date(), done: 60 });
    await page.getByRole("progressbar").waitFor({ state: "detached", timeout: 5000 });
  });

  it("refuses an edit of a feed that has changed meanwhile, shows what has, and keeps what was typed", async () => {
    const id = await addFeed("edited");
    await using opened = await fixture.openWindow(admin, `/feeds/${id}/edit`);
    const { page } = opened;
    await page.getByText("What is read, how often").click();
    await page.getByLabel("Minutes between refreshes").fill("9");
    await api(`/api/admin/feeds/${id}`, { method: "PATCH", body: { reconcile_hours: 12 } });
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert");
    await notice.getByText("Reconcile hours").waitFor();
    expect(await page.getByLabel("Minutes between refreshes").inputValue()).toBe("9");
    await page.getByRole("button", { name: "Save on top" }).click();
    await page.getByText("The feed is saved").waitFor();
    const { body } = await api(`/api/admin/feeds/${id}`);
    expect([body.refresh_minutes, body.reconcile_hours]).toEqual([9, 12]);
  });

  it("does not say that a number is saved which was taken away", async () => {
    const id = await addFeed("emptied");
    await using opened = await fixture.openWindow(admin, `/feeds/${id}/edit`);
    const { page } = opened;
    await page.getByText("What is read, how often").click();
    const minutes = page.getByLabel("Minutes between refreshes");
    await minutes.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => minutes.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByText("The feed is saved").count()).toBe(0);
  });

  it("edits the rules of a source, each with what it does", async () => {
    const { source } = fixture.website;
    await using opened = await fixture.openWindow(admin, `/sources/${source}/rules`);
    const { page } = opened;
    await page.getByLabel("Copyright").fill("© {year} North MLS");
    await page.getByRole("checkbox", { name: /Show the days on the market/ }).uncheck();
    await page.getByRole("group", { name: "Never shown" }).getByLabel("Parcel number").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The rules are saved").waitFor();
    expect((await api(`/api/admin/sources/${source}/rules`)).body).toMatchObject({
      ...{ copyright: "© {year} North MLS", show_days_on_market: false, fields_hidden: ["parcel_number"] },
      ...{ attribution: true, ai: true, source_name: source },
    });
  });

  it("offers feeds to admins alone, and shows the refusal to others", async () => {
    await using opened = await fixture.openWindow(broker);
    const { page } = opened;
    await page.getByRole("link", { name: "Listings" }).waitFor();
    expect(await page.getByRole("link", { name: "Feeds" }).count()).toBe(0);
    await page.goto(`${fixture.origin}/console/feeds`);
    await page.getByRole("alert").filter({ hasText: "Admin role required" }).waitFor();
    expect(await page.getByRole("link", { name: "Add a feed" }).count()).toBe(0);
  });
});
