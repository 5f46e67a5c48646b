import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("least recently assigned, the default", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `turns-${++made}`);
  });

  it("gives each agent one lead before any agent gets another, though no time passes", async () => {
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name);
    expect(await brokerage.nextAgents(7)).toEqual(["Ann", "Bob", "Cem", "Ann", "Bob", "Cem", "Ann"]);
  });

  it("begins with those who never had one, then whose last one is longest ago", async () => {
    await brokerage.hire("Lately", { last_lead_assigned_at: new Date("2026-06-14T00:00:00Z") });
    await brokerage.hire("LongAgo", { last_lead_assigned_at: new Date("2026-01-01T00:00:00Z") });
    await brokerage.hire("Never");
    expect(await brokerage.nextAgents(4)).toEqual(["Never", "LongAgo", "Lately", "Never"]);
  });

  it("keeps the time of the lead", async () => {
    const ann = await brokerage.hire("Ann");
    await brokerage.registered();
    const lastLead = () =>
      lintel.database.db
        .selectFrom("agents")
        .select("last_lead_assigned_at")
        .where("id", "=", ann)
        .executeTakeFirstOrThrow();
    expect(await lastLead()).toEqual({ last_lead_assigned_at: lintel.clock.now() });
    lintel.clock.advance(60_000);
    await brokerage.registered();
    expect(await lastLead()).toEqual({ last_lead_assigned_at: lintel.clock.now() });
  });

  it("goes on in turn when the clock is set back", async () => {
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name);
    const now = lintel.clock.now().toISOString();
    expect(await brokerage.nextAgents(2)).toEqual(["Ann", "Bob"]);
    lintel.clock.advance(-3_600_000);
    expect(await brokerage.nextAgents(5)).toEqual(["Cem", "Ann", "Bob", "Cem", "Ann"]);
    lintel.clock.set(now);
    expect(await brokerage.nextAgents(2)).toEqual(["Bob", "Cem"]);
  });

  it("skips agents who are away, and takes them first when they are back, once", async () => {
    const ann = await brokerage.hire("Ann");
    for (const name of ["Bob", "Cem"]) await brokerage.hire(name);
    await brokerage.updateAgent(ann, { on_vacation: true });
    expect(await brokerage.nextAgents(4)).toEqual(["Bob", "Cem", "Bob", "Cem"]);
    await brokerage.updateAgent(ann, { on_vacation: false });
    expect(await brokerage.nextAgents(4)).toEqual(["Ann", "Bob", "Cem", "Ann"]);
  });

  it("counts the leads that were routed, not those given by hand", async () => {
    const ann = await brokerage.hire("Ann");
    await brokerage.hire("Bob");
    const { id, agent } = await brokerage.registered();
    expect(agent).toBe("Ann");
    await lintel.call(`/api/v1/admin/leads/${id}`, {
      method: "PATCH",
      key: brokerage.broker,
      body: { assigned_agent_id: null },
    });
    await lintel.call(`/api/v1/admin/leads/${id}`, {
      method: "PATCH",
      key: brokerage.broker,
      body: { assigned_agent_id: ann },
    });
    expect(await brokerage.nextAgents(2)).toEqual(["Bob", "Ann"]);
  });

  it("knows nothing of weights", async () => {
    await brokerage.hire("Ann", { weight: 0 });
    await brokerage.hire("Bob", { weight: 50 });
    expect(await brokerage.nextAgents(4)).toEqual(["Ann", "Bob", "Ann", "Bob"]);
  });

  it("has turns of its own in each brokerage", async () => {
    const other = await openRouting(lintel, `turns-${++made}`);
    for (const name of ["Ann", "Bob"]) await brokerage.hire(name);
    for (const name of ["Xia", "Yan"]) await other.hire(name);
    expect(await brokerage.nextAgents(1)).toEqual(["Ann"]);
    expect(await other.nextAgents(3)).toEqual(["Xia", "Yan", "Xia"]);
    expect(await brokerage.nextAgents(2)).toEqual(["Bob", "Ann"]);
  });
});
