import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { home } from "../../../server/test/harness/market.ts";
import { pictureOf } from "../../../server/test/harness/photo-fixture.ts";
import { startWebServer, type WebServer } from "../../../server/test/harness/web-server.ts";
import { auditPage } from "../harness/audit-page.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
const HOSTILE = `<script>alert(1)</script> \u202e ${"x".repeat(10_000)}`;

describe.skipIf(!possible)("the console's market", () => {
  let fixture: ConsoleFixture;
  let server: FeedServer;
  let photos: WebServer;
  let admin: string;
  let broker: string;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
    server = await serveFeed();
    await loadKingCounty(server.market, 20);
    const pictures = new Map<string, Buffer>();
    photos = await startWebServer((request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(pictures.get(request.url ?? "")),
    );
    const urls = ["red", "green", "blue"].map((color) => `${photos.url}/${color}.jpg`);
    for (const color of ["red", "green", "blue"]) pictures.set(`/${color}.jpg`, await pictureOf(color));
    await fixture.lintel.importListings(fixture.website.source, [
      home({
        ListingId: "P-1",
        UnparsedAddress: "7 Larkspur Ln",
        PublicRemarks: HOSTILE,
        ListOfficeName: HOSTILE.slice(0, 200),
        Media: urls.map((MediaURL, at) => ({ MediaURL, MediaKey: MediaURL, Order: at + 1 })),
      }),
      home({ ListingId: "W-1", StandardStatus: "Withdrawn" }),
    ]);
    await fixture.lintel.services.listings.index.catchUp();
    for (const url of urls) await fixture.lintel.services.photos.fetch(url);
    admin = await fixture.key("admin");
    broker = await fixture.key("broker");
  });
  afterAll(async () => {
    await fixture?.close();
    await server?.close();
    await photos?.close();
  });

  const db = () => fixture.lintel.database.db;
  const api = (path: string, options: object = {}) => fixture.lintel.call(path, { key: admin, ...options });
  const addFeed = async (source: string): Promise<number> => {
    const body = { source, base_url: server.baseUrl, auth: { type: "bearer", token: STATIC_TOKEN } };
    const { status, text, body: feed } = await api("/api/admin/feeds", { method: "POST", body });
    if (status !== 201) throw new Error(`The feed was not added: ${text}`);
    return feed.id;
  };
  const openByCommand = async (page: Page, words: string, option: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(words);
    await page.getByRole("option", { name: option }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.getByRole("option", { name: option }).click();
  };

  it("goes through photos by arrows, and adds and removes features", async () => {
    await using opened = await fixture.openWindow(broker, "/listings/P-1");
    const { page, complaints } = opened;
    await page.getByText("1 of 3", { exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText("2 of 3", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?photo=2");
    await page.keyboard.press("f");
    await page.keyboard.type("Gas range");
    await page.keyboard.press("Enter");
    const features = () => db().selectFrom("image_features").select(["label"]).execute();
    await page.getByRole("button", { name: "Remove Gas range" }).waitFor();
    expect(await features()).toEqual([{ label: "Gas range" }]);
    await page.getByRole("button", { name: "Remove Gas range" }).click();
    await expect.poll(features).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("searches by the filters of the website in the address, and says why a listing is not shown", async () => {
    await using opened = await fixture.openWindow(broker, "/listings?city=Nampa");
    const { page } = opened;
    await page.getByRole("link", { name: "Listing A-2" }).waitFor();
    expect(await page.getByLabel("Town").inputValue()).toBe("Nampa");
    await page.getByLabel("Town").fill("");
    await page.getByLabel("Ids").fill("W-1");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Why W-1 is not shown" }).click();
    await page.getByText("Its status is Withdrawn, which visitors do not see").waitFor();
    await page.getByText("Not shown", { exact: true }).waitFor();
    await page.goto(`${fixture.origin}/console/listings?min_beds=none`);
    await page.getByRole("alert").first().waitFor();
  });

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
    await page.getByRole("heading", { name: "king-county" }).waitFor();
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

  it("is accessible in light and dark, also on a phone, with hostile texts", async () => {
    const id = await addFeed("looked-at");
    await using opened = await fixture.openWindow(admin);
    const { page, complaints } = opened;
    const paths: [string, string][] = [
      ["/feeds", "Feeds"],
      [`/feeds/${id}`, "looked-at"],
      ["/feeds/new", "Add a feed"],
      [`/sources/${fixture.website.source}/rules`, "Rules of north"],
      ["/listings", "Listings"],
      ["/listings/P-1", "7 Larkspur Ln"],
      ["/listings/W-1", "Listing W-1"],
    ];
    const found: unknown[] = [];
    for (const [path, heading] of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`${fixture.origin}/console${path}`);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      for (const width of [1280, 320])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/${path.replaceAll("/", "_")}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
          found.push(
            ...(await auditPage(page)),
            ...(cut > 0 ? [`${path} at ${width} is cut by ${cut}`] : []),
          );
        }
    }
    expect([found, complaints]).toEqual([[], []]);
  });
});
