import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { routableAgents } from "../../agents/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { evaluateCandidates } from "../candidates.ts";
import { latestDecision, routeLead } from "../index.ts";
import { semanticMatch } from "./semantic-match.ts";

describe("semantic match", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `matching-${++made}`);
    await brokerage.updateSettings({ routing_strategy: "semantic_match" });
  });

  /** Routes a lead with these preferences; returns its agent and the strategy used. */
  async function route(preferences: string | null) {
    const lead = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { first_name: "A", last_name: "B", email: "a@b.test", subject: "Hi", message: "Hi" },
    });
    return inTransaction(lintel.ctx, async (ctx) => {
      const wanted = preferences === null ? null : inOwnWords(preferences);
      const agent = await routeLead(ctx, {
        brokerageId: brokerage.id,
        leadId: lead.body.id,
        preferences: wanted,
      });
      return [agent?.name ?? null, (await latestDecision(ctx.db, lead.body.id))?.used_strategy];
    });
  }

  const inOwnWords = (notes: string) => ({ wishes: [], negative: [], notes });

  it("chooses the agent whose specialties are nearest, also out of turn", async () => {
    await brokerage.hire("Una", { specialties: [] });
    await brokerage.hire("Luke", { specialties: ["Lakefront homes", "boat docks"] });
    await brokerage.hire("Fern", { specialties: ["Farms", "acreage and horse property"] });
    await brokerage.hire("Cleo", { specialties: ["Downtown condos"] });
    for (let again = 0; again < 2; again++) {
      expect(await route("a house on the waterfront with a dock")).toEqual(["Luke", "semantic_match"]);
      expect(await route("a ranch with land for horses")).toEqual(["Fern", "semantic_match"]);
      expect(await route("a condominium in the city centre")).toEqual(["Cleo", "semantic_match"]);
    }
  });

  it("takes turns among those who are equally near", async () => {
    for (const name of ["Ann", "Bob"]) await brokerage.hire(name, { specialties: ["Lakefront homes"] });
    const names = [];
    for (let n = 0; n < 4; n++) names.push((await route("lakefront home"))[0]);
    expect(names).toEqual(["Ann", "Bob", "Ann", "Bob"]);
  });

  it("is filled up by the next agents in turn when no agent is near", async () => {
    await brokerage.hire("Ann", { last_lead_assigned_at: new Date("2026-06-02T00:00:00Z") });
    await brokerage.hire("Cleo", {
      specialties: ["Downtown condos"],
      last_lead_assigned_at: new Date("2026-06-01T00:00:00Z"),
    });
    for (const nothingNear of ["a ranch with land for horses", "", "of the and"]) {
      lintel.clock.advance(60_000);
      const [first] = await route(nothingNear);
      const second = await route(nothingNear);
      expect([first, second]).toEqual(["Cleo", ["Ann", "least_recently_assigned"]]);
    }
  });

  it("passes over the nearest who cannot get leads", async () => {
    const lake = { specialties: ["Lakefront homes"] };
    const lana = await brokerage.hire("Lana", lake);
    await brokerage.hire("Ann");
    await brokerage.hire("Luke", { specialties: ["Lakefront homes", "condos", "land", "new construction"] });
    expect(await route("lakefront")).toEqual(["Lana", "semantic_match"]);
    await brokerage.updateAgent(lana, { on_vacation: true });
    expect(await route("lakefront")).toEqual(["Luke", "semantic_match"]);
  });

  it("goes in turn while the preferences are uncertain, as without a session", async () => {
    await brokerage.hire("Ann", { specialties: ["Lakefront homes"] });
    await brokerage.hire("Bob");
    expect(await route(null)).toEqual(["Ann", "least_recently_assigned"]);
    const { id, agent } = await brokerage.registered();
    expect(agent).toBe("Bob");
    expect((await brokerage.routing(id)).body).toMatchObject({
      strategy: "semantic_match",
      used_strategy: "least_recently_assigned",
    });
  });

  it("considers the three nearest only, then the next agent in turn", async () => {
    const lake = (when: string) => ({
      specialties: ["Lakefront homes"],
      last_lead_assigned_at: new Date(when),
    });
    for (const [name, day] of [
      ["One", "01"],
      ["Two", "02"],
      ["Three", "03"],
      ["Four", "04"],
    ] as const) {
      await brokerage.hire(name, lake(`2026-05-${day}T00:00:00Z`));
    }
    await brokerage.hire("Last", { last_lead_assigned_at: new Date("2026-04-01T00:00:00Z") });
    expect(await ranking("lakefront")).toEqual([
      "One by semantic_match",
      "Two by semantic_match",
      "Three by semantic_match",
      "Last by least_recently_assigned",
      "Four by least_recently_assigned",
    ]);
  });

  /** The whole order, which a lead shows the head of alone. */
  async function ranking(preferences: string): Promise<string[]> {
    const { db } = lintel.database;
    const order = await semanticMatch.rank({
      ctx: lintel.ctx,
      brokerageId: brokerage.id,
      eligible: evaluateCandidates(await routableAgents(db, brokerage.id), {
        strategy: "semantic_match",
        except: [],
        unavailable: new Set(),
      }),
      settings: await leadSettings(db, brokerage.id),
      preferences: inOwnWords(preferences),
    });
    return order.map(({ agent, by }) => `${agent.name} by ${by}`);
  }
});
