import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, subscribe } from "../../test/harness/market.ts";
import { openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { newConfirmation, SEARCHES } from "../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { exportSearches, matchChanges, runAlerts } from "./index.ts";

const ADA = "ada@visitors.test";

describe("saved searches of a person", () => {
  let lintel: TestApp;
  let north: PrivacyFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openPrivacy(lintel, "north");
    await lintel.importListings("north", []);
    await lintel.database.db
      .insertInto("sources")
      .values({ name: "north" })
      .onConflict((each) => each.doNothing())
      .execute();
    await subscribe(lintel, north.id, ["north"]);
    const link = await newConfirmation(lintel, north.host, ADA, {
      name: "Near work",
      filters: { city: ["Boise"] },
      frequency: "instant",
    });
    const { body } = await lintel.call(`${SEARCHES}/confirm/${link}`, { method: "POST", host: north.host });
    token = body.auth_token;
    await newConfirmation(lintel, north.host, ADA, { query: "a pool in Eagle" });
    await lintel.importListings("north", [home({ ListingId: "N-1" })]);
    await matchChanges(lintel.ctx);
  });
  afterAll(() => lintel.close());

  it("are exported with those that wait for a confirmation, and without tokens", async () => {
    const rows = await exportSearches(lintel.ctx, { brokerageId: north.id, email: ADA.toUpperCase() });
    expect(rows).toMatchObject([
      { email: ADA, used_at: expect.any(Date) },
      { email: ADA, search: { definition: { query: "a pool in Eagle" } } },
      { name: "Near work", filters: { city: ["Boise"] }, frequency: "instant" },
      { favorites_frequency: "instant" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("token");
  });

  it("are erased with what was scheduled, with confirmations and with tokens", async () => {
    const link = await newConfirmation(lintel, north.host, ADA);
    const id = await north.submitConfirmed("erase", ADA);
    const { body } = await north.run(id);
    expect(body.receipt).toMatchObject({ saved_searches: 4 });
    const { db } = lintel.database;
    for (const table of [
      "saved_searches",
      "search_confirmations",
      "search_events",
      "search_alerts",
      "alert_recipients",
    ] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await runAlerts(lintel.ctx)).toMatchObject({ alert_sent: 0 });
    const request = { host: north.host, headers: { authorization: `Bearer ${token}` } };
    expect((await lintel.call(SEARCHES, request)).status).toBe(401);
    const confirm = await lintel.call(`${SEARCHES}/confirm/${link}`, { method: "POST", host: north.host });
    expect(confirm.status).toBe(404);
    await lintel.importListings("north", [home({ ListingId: "N-2" })]);
    await matchChanges(lintel.ctx);
    expect(await db.selectFrom("search_events").selectAll().execute()).toEqual([]);
  });
});
