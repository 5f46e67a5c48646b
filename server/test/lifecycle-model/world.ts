import type { TestApp } from "../harness/test-app.ts";

/** A brokerage with leads under test, and the callers. */
export type World = {
  lintel: TestApp;
  host: string;
  agents: [number, number];
  /** The agents who can receive leads; the others are on vacation. */
  takers: number[];
  foreignAgent: number;
  callers: Caller[];
};

/** A caller with a key, and the leads in the caller's scope by agent. */
export type Caller = { key: string; role: string; sees: (agentId: number | "routed" | null) => boolean };

export async function openWorld(lintel: TestApp, slug: string): Promise<World> {
  const { id: brokerageId, host } = await lintel.createTenant(slug);
  const elsewhere = await lintel.createTenant(`${slug}-elsewhere`);
  const ada = await lintel.createAgent(brokerageId);
  const bob = await lintel.createAgent(brokerageId);
  const stranger = await lintel.createAgent(elsewhere.id);
  const own = { brokerageId };
  const broker = {
    key: await lintel.createKey("broker", own),
    role: "broker",
    sees: () => true,
  };
  return {
    lintel,
    host,
    agents: [ada.id, bob.id],
    takers: [ada.id, bob.id],
    foreignAgent: stranger.id,
    // Mostly the broker, so that most requests are in scope.
    callers: [
      ...Array<Caller>(10).fill(broker),
      { key: await lintel.createKey("admin"), role: "admin", sees: () => true },
      {
        key: await lintel.createKey("agent", { ...own, agentId: ada.id }),
        role: "agent",
        sees: (agentId) => agentId === ada.id,
      },
      {
        key: await lintel.createKey("broker", { brokerageId: elsewhere.id }),
        role: "broker",
        sees: () => false,
      },
    ],
  };
}

/** Sets which of the two agents can receive leads. */
export async function letWork(world: World, takers: number[]): Promise<void> {
  for (const id of world.agents) {
    await world.lintel.database.db
      .updateTable("agents")
      .set({ on_vacation: !takers.includes(id) })
      .where("id", "=", id)
      .execute();
  }
  world.takers = takers;
}
