import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("primary agent", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  let primary: number;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `primary-${++made}`);
    await brokerage.hire("Ann");
    await brokerage.hire("Bob");
    primary = await brokerage.hire("Prim");
    await brokerage.updateSettings({ routing_strategy: "primary_agent", primary_agent_id: primary });
  });

  it("gets every lead, also out of turn", async () => {
    expect(await brokerage.nextAgents(3)).toEqual(["Prim", "Prim", "Prim"]);
    const { id } = await brokerage.registered();
    expect((await brokerage.routing(id)).body).toMatchObject({
      strategy: "primary_agent",
      used_strategy: "primary_agent",
      agent_id: primary,
    });
  });

  it.each([
    ["is inactive", { status: "inactive" }, "not active"],
    ["is on vacation", { on_vacation: true }, "on vacation"],
    ["accepts no leads", { accepting_leads: false }, "not accepting leads"],
  ])("is stood in for by the others in turn while they cannot: %s", async (_, change, reason) => {
    await brokerage.updateAgent(primary, change);
    expect(await brokerage.nextAgents(3)).toEqual(["Ann", "Bob", "Ann"]);
    const { id } = await brokerage.registered();
    const { body } = await brokerage.routing(id);
    expect(body).toMatchObject({ strategy: "primary_agent", used_strategy: "least_recently_assigned" });
    expect(body.candidates.at(-1)).toEqual({ agent_id: primary, name: "Prim", eligible: false, reason });
  });

  it("is stood in for when they have left", async () => {
    const admin = await lintel.createKey("admin");
    const { status } = await lintel.call(`/api/admin/agents/${primary}`, { method: "DELETE", key: admin });
    expect(status).toBe(200);
    expect(await brokerage.nextAgents(2)).toEqual(["Ann", "Bob"]);
    const { id } = await brokerage.registered();
    const { body } = await brokerage.routing(id);
    expect(body.used_strategy).toBe("least_recently_assigned");
    expect(body.candidates.map(({ name }: { name: string }) => name)).toEqual(["Ann", "Bob"]);
  });

  it("is stood in for while there is none", async () => {
    await brokerage.updateSettings({ primary_agent_id: null });
    expect(await brokerage.nextAgents(3)).toEqual(["Ann", "Bob", "Prim"]);
  });

  it("gets leads again once they can", async () => {
    await brokerage.updateAgent(primary, { on_vacation: true });
    expect(await brokerage.nextAgents(1)).toEqual(["Ann"]);
    await brokerage.updateAgent(primary, { on_vacation: false });
    expect(await brokerage.nextAgents(2)).toEqual(["Prim", "Prim"]);
  });
});
