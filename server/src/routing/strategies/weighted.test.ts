import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("weighted rotation", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `weights-${++made}`);
    await brokerage.updateSettings({ routing_strategy: "weighted" });
  });

  const counted = (names: (string | null)[]) => {
    const counts: Record<string, number> = {};
    for (const name of names) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
    return counts;
  };

  it("gives each agent as many leads as their weight in every rotation", async () => {
    await brokerage.hire("Ann", { weight: 1 });
    await brokerage.hire("Bob", { weight: 2 });
    await brokerage.hire("Cem", { weight: 4 });
    for (let rotation = 0; rotation < 3; rotation++) {
      expect(counted(await brokerage.nextAgents(7))).toEqual({ Ann: 1, Bob: 2, Cem: 4 });
    }
  });

  it("spreads an agent's places over the rotation, the same in each", async () => {
    await brokerage.hire("Ann", { weight: 1 });
    await brokerage.hire("Bob", { weight: 3 });
    const rotation = ["Bob", "Ann", "Bob", "Bob"];
    expect(await brokerage.nextAgents(8)).toEqual([...rotation, ...rotation]);
  });

  it("is a plain rotation when all weigh the same", async () => {
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name, { weight: 5 });
    expect(await brokerage.nextAgents(6)).toEqual(["Ann", "Bob", "Cem", "Ann", "Bob", "Cem"]);
  });

  it("gives weight 0 nothing, not even without other agents", async () => {
    const ann = await brokerage.hire("Ann", { weight: 0 });
    const bob = await brokerage.hire("Bob", { weight: 1 });
    expect(await brokerage.nextAgents(3)).toEqual(["Bob", "Bob", "Bob"]);
    await brokerage.updateAgent(bob, { on_vacation: true });
    const { id, agent } = await brokerage.registered();
    expect(agent).toBeNull();
    expect((await brokerage.routing(id)).body).toMatchObject({
      used_strategy: "weighted",
      agent_id: null,
      candidates: [
        { agent_id: ann, eligible: false, reason: "weight 0" },
        { agent_id: bob, eligible: false, reason: "on vacation" },
      ],
    });
  });

  it("keeps the places of who is away for later in the rotation", async () => {
    const ann = await brokerage.hire("Ann", { weight: 2 });
    await brokerage.hire("Bob", { weight: 3 });
    await brokerage.updateAgent(ann, { on_vacation: true });
    expect(await brokerage.nextAgents(2)).toEqual(["Bob", "Bob"]);
    await brokerage.updateAgent(ann, { on_vacation: false });
    expect(counted(await brokerage.nextAgents(3))).toEqual({ Ann: 2, Bob: 1 });
    expect(counted(await brokerage.nextAgents(5))).toEqual({ Ann: 2, Bob: 3 });
  });

  it("starts a new round when all eligible agents have used their places", async () => {
    const ann = await brokerage.hire("Ann", { weight: 2 });
    await brokerage.hire("Bob", { weight: 1 });
    await brokerage.updateAgent(ann, { accepting_leads: false });
    expect(await brokerage.nextAgents(3)).toEqual(["Bob", "Bob", "Bob"]);
    await brokerage.updateAgent(ann, { accepting_leads: true });
    expect(counted(await brokerage.nextAgents(5))).toEqual({ Ann: 4, Bob: 1 });
  });

  it("follows a weight that is changed in mid-rotation at once", async () => {
    const ann = await brokerage.hire("Ann", { weight: 1 });
    await brokerage.hire("Bob", { weight: 1 });
    expect(await brokerage.nextAgents(1)).toEqual(["Ann"]);
    await brokerage.updateAgent(ann, { weight: 3 });
    expect(counted(await brokerage.nextAgents(3))).toEqual({ Ann: 2, Bob: 1 });
    expect(counted(await brokerage.nextAgents(4))).toEqual({ Ann: 3, Bob: 1 });
  });
});
