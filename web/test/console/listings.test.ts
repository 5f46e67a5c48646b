import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { home } from "../../../server/test/harness/market.ts";
import { pictureOf } from "../../../server/test/harness/photo-fixture.ts";
import { startWebServer, type WebServer } from "../../../server/test/harness/web-server.ts";
import { ConsoleFixture, openByCommand } from "../harness/console-fixture.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;
const HOSTILE = `<script>alert(1)</script> \u202e ${"x".repeat(10_000)}`;

describe.skipIf(!possible)("listings and their photos in the console", () => {
  let fixture: ConsoleFixture;
  let photos: WebServer;
  let admin: string;
  let broker: string;
  beforeAll(async () => {
    fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
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
    await photos?.close();
  });

  const db = () => fixture.lintel.database.db;
  const api = (path: string, options: object = {}) => fixture.lintel.call(path, { key: admin, ...options });

  it("corrects the room of a photo from ⌘K in three actions, by keyboard, and takes it back", async () => {
    await using opened = await fixture.openWindow(broker);
    const { page, complaints } = opened;
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await openByCommand(page, "7 larks", /7 Larkspur Ln/);
    const menu = page.getByRole("button", { name: "Room: Other" });
    await menu.waitFor();
    await page.keyboard.press("r");
    await page.getByRole("menuitemradio", { name: "Kitchen" }).waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    const labels = () => db().selectFrom("image_room_types").select(["room_type", "brokerage_id"]).execute();
    // The page shows the room before it is stored.
    await expect.poll(labels).toEqual([{ room_type: "kitchen", brokerage_id: fixture.brokerageId }]);
    await page.getByText("Kitchen, set by your staff").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await menu.waitFor();
    await expect.poll(labels).toEqual([]);
    expect(complaints).toEqual([]);
  });

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

  it("takes a room back that could not be stored, and says why", async () => {
    await using opened = await fixture.openWindow(broker, "/listings/P-1");
    const { page, context } = opened;
    await page.getByRole("button", { name: "Room: Other" }).waitFor();
    const garage = page.getByRole("menuitemradio", { name: "Garage" });
    // The menu is loaded when it is first opened.
    await page.keyboard.press("r");
    await garage.waitFor();
    await page.keyboard.press("Escape");
    await garage.waitFor({ state: "detached" });
    await context.setOffline(true);
    await page.keyboard.press("r");
    await garage.click();
    await page.getByRole("alert").filter({ hasText: "The room was not changed" }).waitFor();
    await page.getByRole("button", { name: "Room: Other" }).waitFor();
  });

  /** What the page reads waits until it writes: it does not hear of what others do before. */
  const holdReads = async (page: Page) => {
    const written = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      if (route.request().method() === "GET") await written.promise;
      else written.resolve();
      await route.continue().catch(() => {});
    });
  };

  it("leaves a room that another person has set meanwhile, and shows it", async () => {
    await using opened = await fixture.openWindow(broker, "/listings/P-1");
    const { page } = opened;
    await page.getByRole("button", { name: "Room: Other" }).waitFor();
    const { items } = (await api("/api/admin/properties/P-1/photos")).body;
    const path = `/api/admin/images/${items[0].image_id}/room-type`;
    const set = (room_type: string | null) =>
      api(path, { method: "PATCH", key: broker, body: { room_type } });
    await holdReads(page);
    expect((await set("bathroom")).status).toBe(200);
    await page.keyboard.press("r");
    await page.getByRole("menuitemradio", { name: "Garage" }).click();
    await page.getByRole("alert").filter({ hasText: "The photo has changed since you read it" }).waitFor();
    await page.getByText("Bathroom, set by your staff").waitFor();
    expect((await set(null)).body.previous_room_type).toBe("bathroom");
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
});
