import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";

const missing = [404, { detail: "Tour request not found" }];

describe("getTour", () => {
  let lintel: TestApp;
  let office: TourFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    office = await openTours(lintel, `reading-${++made}`);
  });

  const get = (id: number | string, key: string) => lintel.call(`/api/tours/${id}`, { key });

  it("answers everything that is known of the request, and whose lead it is", async () => {
    const { id, leadId } = await office.createTour({ preferred_date: "2026-07-01", preferred_time: "noon" });
    expect(outcome(await get(id, office.broker))).toEqual([
      200,
      {
        id,
        brokerage_id: office.id,
        lead_id: leadId,
        listing_id: office.listing,
        name: "Ada Lovelace",
        email: "ada@visitors.test",
        phone: null,
        preferred_date: "2026-07-01",
        preferred_time: "noon",
        message: null,
        status: "pending",
        created_at: lintel.clock.now().toISOString(),
        updated_at: lintel.clock.now().toISOString(),
      },
    ]);
  });

  it("shows agents only those of their leads: those of other or unassigned leads are missing", async () => {
    const ann = await lintel.createAgent(office.id, { accepting_leads: false });
    const bea = await lintel.createAgent(office.id, { accepting_leads: false });
    const keyOf = (agentId: number) => lintel.createKey("agent", { brokerageId: office.id, agentId });
    const { id, leadId } = await office.createTour();
    const annsKey = await keyOf(ann.id);
    expect(outcome(await get(id, annsKey))).toEqual(missing);
    await office.assign(leadId, ann.id);
    expect((await get(id, annsKey)).status).toBe(200);
    expect(outcome(await get(id, await keyOf(bea.id)))).toEqual(missing);
    expect(outcome(await get(id, office.agent))).toEqual(missing);
  });

  it("finds the agent of an account without a record by its email", async () => {
    const { id, leadId } = await office.createTour();
    const namesake = await lintel.createAgent(office.id, { email: "AGENT KEY" });
    await office.assign(leadId, namesake.id);
    expect((await get(id, office.agent)).status).toBe(200);
  });

  it("answers another brokerage's as a missing one, but to admins", async () => {
    const other = await openTours(lintel, `reading-${++made}`);
    const { id } = await other.createTour();
    for (const key of [office.broker, office.agent, await lintel.createKey("broker")]) {
      expect(outcome(await get(id, key))).toEqual(missing);
    }
    expect((await get(id, admin)).status).toBe(200);
  });

  it("is 404 for one that does not exist, and 422 for what no request has for an id", async () => {
    expect(outcome(await get(2_147_483_647, office.broker))).toEqual(missing);
    for (const id of ["0", "x", "1.5", "2147483648"]) {
      expect([id, (await get(id, office.broker)).status]).toEqual([id, 422]);
    }
  });

  it("is gone with its lead", async () => {
    const { id, leadId } = await office.createTour();
    await lintel.database.db.deleteFrom("leads").where("id", "=", leadId).execute();
    expect(outcome(await get(id, office.broker))).toEqual(missing);
  });
});
