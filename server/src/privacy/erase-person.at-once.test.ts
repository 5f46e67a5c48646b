import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { home, subscribe } from "../../test/harness/market.ts";
import { openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { deliverMessages } from "../messages/index.ts";

const email = "ada@visitors.test";

describe("an erasure during concurrent writes", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `at-once-${++made}`);
    await lintel.importListings(`at-once-${made}`, [home({ ListingId: `at-once-${made}` })]);
    await subscribe(lintel, brokerage.id, [`at-once-${made}`]);
  });

  const post = (path: string, body: object, key?: string) =>
    lintel.call(path, { method: "POST", host: brokerage.host, body, ...(key && { key }) });

  /** Leads whose timeline is gone. */
  async function halves() {
    const { rows } = await sql<{ id: number }>`
      select id
      from leads
      where brokerage_id = ${brokerage.id}
        and not exists (select from lead_events where lead_id = leads.id)`.execute(lintel.database.db);
    return rows;
  }

  it("erases earlier writes and leaves later ones, each completely, and refuses no request", async () => {
    const leads = [await brokerage.makeLead(), await brokerage.makeLead()];
    const erasure = await brokerage.submitConfirmed("erase", email);
    const visits = Array.from({ length: 12 }, () => [
      () => post("/api/contact", { firstName: "A", lastName: "L", email, subject: "S", message: "M" }),
      () => post("/api/tours", { listing_id: `at-once-${made}`, name: "Ada L", email }),
      () => post("/register", { name: "Ada Lovelace", email }),
      () => post("/api/newsletter/subscribe", { email }),
    ]).flat();
    const staff = leads.map(
      (id) => () =>
        post(`${LEADS}/${id}/contacts`, { channel: "call", direction: "inbound" }, brokerage.broker),
    );
    const began = visits.slice(0, 20).map((visit) => visit());
    const worked = staff.map((work) => work());
    const erased = brokerage.run(erasure);
    const went = visits.slice(20).map((visit) => visit());
    const delivered = deliverMessages(lintel.ctx);
    const replies = await Promise.all([...began, ...went]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { status } of await Promise.all(worked)) expect([201, 404]).toContain(status);
    await delivered;
    const { status, body } = await erased;
    expect(status).toBe(200);
    expect(body.receipt.leads).toBeGreaterThanOrEqual(2);
    expect(await halves()).toEqual([]);
    for (const id of leads) expect((await brokerage.read(id)).status).toBe(404);
  });

  it("is completed by the next erasure", async () => {
    for (let round = 0; round < 3; round++) {
      await brokerage.makeLead();
      const erasure = await brokerage.submitConfirmed("erase", email);
      await Promise.all([
        post("/register", { name: "Ada Lovelace", email }),
        post("/api/tours", { listing_id: `at-once-${made}`, name: "Ada L", email }),
        brokerage.run(erasure),
      ]);
    }
    await brokerage.makeLead();
    await brokerage.run(await brokerage.submitConfirmed("erase", email));
    await deliverMessages(lintel.ctx);
    const { db } = lintel.database;
    for (const table of ["leads", "tour_requests", "messages", "newsletter_subscriptions"] as const) {
      const rows = await db.selectFrom(table).selectAll().where("brokerage_id", "=", brokerage.id).execute();
      // The last mail's row stays, and does not say to whom it was.
      const left = rows.filter((row) => !("kind" in row && row.kind === "privacy_erasure_done"));
      expect(JSON.stringify(rows)).not.toContain(email);
      expect([table, left]).toEqual([table, []]);
    }
  });
});
