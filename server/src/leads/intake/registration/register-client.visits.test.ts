import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../../test/harness/visitor-fixture.ts";

describe("whom a visitor who registers is given to", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openVisitors(lintel, `visits-${++made}`);
    visitor = await brokerage.startSession();
  });

  async function register(from: Visitor | null = visitor) {
    const reply = await brokerage.register({}, from ? { "x-session-id": from.id } : {});
    const { body } = await brokerage.routing(Number(reply.body.lead_id));
    return [reply.body.assigned_agent?.name ?? null, body.strategy, body.used_strategy];
  }
  const choose = (agentId: number) =>
    visitor.call("/sessions/assign-agent", { method: "POST", body: { agent_id: String(agentId) } });

  describe("by semantic match", () => {
    beforeEach(async () => {
      await brokerage.updateSettings({ routing_strategy: "semantic_match" });
      await brokerage.hire("Una");
      await brokerage.hire("Fern", { specialties: ["Farms", "acreage and horse property"] });
      await brokerage.hire("Pia", { specialties: ["Homes with swimming pools", "Eagle"] });
    });

    it("is the agent whose specialties are nearest to what the session shows", async () => {
      await visitor.becomeCertain();
      expect(await register()).toEqual(["Pia", "semantic_match", "semantic_match"]);
    });

    it("goes by what the visitor says in their own words too", async () => {
      await visitor.call("/sessions/preferences/notes", {
        method: "POST",
        body: { notes: "We have horses: a farm with some acreage, please" },
      });
      await visitor.call("/sessions/preferences", { method: "POST", body: { type: "bedrooms", value: 3 } });
      for (const listing_id of brokerage.nampa.slice(0, 3))
        await visitor.report({ type: "property_view", listing_id });
      expect((await visitor.status()).ready).toBe(true);
      expect(await register()).toEqual(["Fern", "semantic_match", "semantic_match"]);
    });

    const sessions: [string, () => Promise<Visitor | null>][] = [
      ["without a session", async () => null],
      ["with one that is not ready", async () => visitor],
      [
        "with one of another brokerage",
        async () => (await openVisitors(lintel, `visits-x-${made}`)).startSession(),
      ],
    ];
    it.each(sessions)("is the next agent in turn %s", async (_name, session) => {
      await visitor.report({ type: "search_query", query: "pool" });
      const from = await session();
      expect(await register(from)).toEqual(["Una", "semantic_match", "least_recently_assigned"]);
    });

    it("leaves out what the visitor has rejected", async () => {
      await visitor.becomeCertain();
      const { features } = await visitor.preferences();
      for (const path of [
        "locations/Eagle",
        ...features.map(({ key }: { key: string }) => `features/${key}`),
      ]) {
        await visitor.call(`/sessions/preferences/${path}/confirm`, {
          method: "POST",
          body: { action: "reject" },
        });
      }
      expect((await register())[0]).not.toBe("Pia");
    });
  });

  it("is the agent whom the visitor has chosen, with every strategy", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob", { weight: 1 });
    for (const settings of [
      { routing_strategy: "least_recently_assigned" },
      { routing_strategy: "weighted" },
      { routing_strategy: "primary_agent", primary_agent_id: ann },
      { routing_strategy: "semantic_match" },
    ]) {
      await brokerage.updateSettings(settings);
      visitor = await brokerage.startSession();
      await choose(bob);
      expect(await register()).toEqual(["Bob", settings.routing_strategy, "visitor_choice"]);
    }
  });

  it("takes that agent's turn", async () => {
    const ann = await brokerage.hire("Ann");
    await brokerage.hire("Bob");
    await choose(ann);
    expect((await register())[0]).toBe("Ann");
    expect((await register(null))[0]).toBe("Bob");
  });

  it("is another agent when the chosen one is not eligible", async () => {
    const ann = await brokerage.hire("Ann");
    await brokerage.hire("Bob");
    await choose(ann);
    await brokerage.updateAgent(ann, { on_vacation: true });
    expect(await register()).toEqual(["Bob", "least_recently_assigned", "least_recently_assigned"]);
  });
});
