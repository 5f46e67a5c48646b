import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";

const missing = [404, { detail: "Tour request not found" }];

describe("getTour", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `reading-${++made}`);
  });

  const get = (id: number | string, key: string) => lintel.call(`/api/tours/${id}`, { key });

  it("answers everything that is known of the request, and whose lead it is", async () => {
    const { id, leadId } = await brokerage.createTour({
      preferred_date: "2026-07-01",
      preferred_time: "noon",
    });
    expect(outcome(await get(id, brokerage.broker))).toEqual([
      200,
      {
        id,
        brokerage_id: brokerage.id,
        lead_id: leadId,
        listing_id: brokerage.listing,
        name: "Ada Lovelace",
        email: "ada@visitors.test",
        phone: null,
        preferred_date: "2026-07-01",
        preferred_time: "noon",
        message: null,
        status: "pending",
        created_at: lintel.clock.now().toISOString(),
        updated_at: lintel.clock.now().toISOString(),
        address: "12 Main St",
        city: "Boise",
      },
    ]);
  });

  it("shows agents only those of their leads: those of other or unassigned leads are missing", async () => {
    const ann = await lintel.createAgent(brokerage.id, { accepting_leads: false });
    const bea = await lintel.createAgent(brokerage.id, { accepting_leads: false });
    const keyOf = (agentId: number) => lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    const { id, leadId } = await brokerage.createTour();
    const annsKey = await keyOf(ann.id);
    expect(outcome(await get(id, annsKey))).toEqual(missing);
    await brokerage.assign(leadId, ann.id);
    expect((await get(id, annsKey)).status).toBe(200);
    expect(outcome(await get(id, await keyOf(bea.id)))).toEqual(missing);
    expect(outcome(await get(id, brokerage.agent))).toEqual(missing);
  });

  it("finds the agent of an account without a record by its email", async () => {
    const { id, leadId } = await brokerage.createTour();
    const namesake = await lintel.createAgent(brokerage.id, { email: "AGENT KEY" });
    await brokerage.assign(leadId, namesake.id);
    expect((await get(id, brokerage.agent)).status).toBe(200);
  });

  it("answers another brokerage's as a missing one, but to admins", async () => {
    const other = await openTours(lintel, `reading-${++made}`);
    const { id } = await other.createTour();
    for (const key of [brokerage.broker, brokerage.agent, await lintel.createKey("broker")]) {
      expect(outcome(await get(id, key))).toEqual(missing);
    }
    expect((await get(id, admin)).status).toBe(200);
  });

  it("is 404 for one that does not exist, and 422 for what no request has for an id", async () => {
    expect(outcome(await get(2_147_483_647, brokerage.broker))).toEqual(missing);
    for (const id of ["0", "x", "1.5", "2147483648"]) {
      expect([id, (await get(id, brokerage.broker)).status]).toEqual([id, 422]);
    }
  });

  it("is gone with its lead", async () => {
    const { id, leadId } = await brokerage.createTour();
    await lintel.database.db.deleteFrom("leads").where("id", "=", leadId).execute();
    expect(outcome(await get(id, brokerage.broker))).toEqual(missing);
  });
});
