import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilLocksAwaited } from "../../test/harness/lock-waits.ts";
import { home, subscribe } from "../../test/harness/market.ts";
import { openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { newConfirmation, SEARCHES } from "../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { keepClients, lockClientToErase } from "../visitors/index.ts";
import { lockRecipients } from "./alerts/recipients.ts";
import { markSent } from "./alerts/settle-alerts.ts";
import { exportAlertSettings, exportSearches, matchChanges, runAlerts } from "./index.ts";

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
    ]);
    const settings = await exportAlertSettings(lintel.ctx, { brokerageId: north.id, email: ADA });
    expect(settings).toMatchObject([{ favorites_frequency: "instant", time_zone: null }]);
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

  // The embedded database has one connection.
  it.runIf(process.env.DATABASE_URL)(
    "are erased with an alert that is being scheduled meanwhile",
    async () => {
      const { db } = lintel.database;
      const email = "eve@visitors.test";
      const link = await newConfirmation(lintel, north.host, email);
      const { body } = await lintel.call(`${SEARCHES}/confirm/${link}`, { method: "POST", host: north.host });
      const erasure = await north.submitConfirmed("erase", email);
      let erased: Promise<{ status: number }> | undefined;
      await db.transaction().execute(async (matching) => {
        await keepClients(matching, [body.client_id]);
        erased = north.run(erasure);
        await untilLocksAwaited(db);
        await lockRecipients(matching, [body.client_id], () => "UTC");
        await matching
          .insertInto("messages")
          .values({
            ...{ brokerage_id: north.id, kind: "search_alert", channel: "email", recipient: email },
            ...{ occasion: "at once", reference: "<at-once@north.test>" },
            ...{ due_at: lintel.clock.now(), created_at: lintel.clock.now() },
          })
          .execute();
      });
      expect((await erased)?.status).toBe(200);
      const left = await db.selectFrom("messages").select("kind").where("recipient", "=", email).execute();
      expect(left.map(({ kind }) => kind)).not.toContain("search_alert");
    },
  );

  it.runIf(process.env.DATABASE_URL)(
    "lock the client before the recipient when an alert ends, as an erasure does",
    async () => {
      const { db } = lintel.database;
      const email = "flo@visitors.test";
      const link = await newConfirmation(lintel, north.host, email, {
        filters: { city: ["Boise"] },
        frequency: "instant",
      });
      const { body } = await lintel.call(`${SEARCHES}/confirm/${link}`, { method: "POST", host: north.host });
      await lintel.importListings("north", [home({ ListingId: "N-3" })]);
      await matchChanges(lintel.ctx);
      const clientId: number = body.client_id;
      const { id } = await db
        .selectFrom("search_alerts")
        .select("id")
        .where("client_id", "=", clientId)
        .executeTakeFirstOrThrow();
      let ended: Promise<void> | undefined;
      await db.transaction().execute(async (erasing) => {
        await lockClientToErase({ ...lintel.ctx, db: erasing }, { brokerageId: north.id, email });
        ended = markSent(lintel.ctx, [{ id, clientId, channel: "email" }]);
        await untilLocksAwaited(db);
        await sql`select from alert_recipients where client_id = ${clientId} for update nowait`.execute(
          erasing,
        );
      });
      await ended;
    },
  );
});
