import type { Candidate } from "../candidates.ts";
import type { Occasion, Strategy } from "./strategy.ts";

/**
 * A pool holds each agent as many times as their weight; places are taken in turn, each agent's spread evenly over the
 * round, and the pool is full again when it is exhausted (SPEC: Agent routing strategies, 2). Agents who cannot get leads
 * now keep their places for later in the round.
 */
export const weighted: Strategy = {
  async rank(occasion) {
    const { eligible } = occasion;
    let used = await usedPlaces(occasion);
    const hasPlace = (each: Candidate) => usedBy(used, each) < each.weight;
    if (!eligible.some(hasPlace)) {
      await refill(occasion);
      used = new Map();
    }
    const place = (each: Candidate) => (usedBy(used, each) + 0.5) / each.weight;
    const inRotation = (agents: readonly Candidate[]) =>
      agents.toSorted((one, other) => place(one) - place(other) || one.id - other.id);
    // Whoever has used theirs comes after all, for when everybody else goes on vacation at this moment.
    const ranked = [
      ...inRotation(eligible.filter(hasPlace)),
      ...inRotation(eligible.filter((each) => !hasPlace(each))),
    ];
    return ranked.map((agent) => ({ agent, by: "weighted" }));
  },

  async taken({ ctx, brokerageId }, agent) {
    await ctx.db
      .insertInto("rotation_places")
      .values({ brokerage_id: brokerageId, agent_id: agent.id, used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["brokerage_id", "agent_id"])
          .doUpdateSet((eb) => ({ used: eb("rotation_places.used", "+", 1) })),
      )
      .execute();
  },
};

async function usedPlaces({ ctx, brokerageId }: Occasion): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom("rotation_places")
    .select(["agent_id", "used"])
    .where("brokerage_id", "=", brokerageId)
    .execute();
  return new Map(rows.map((row) => [row.agent_id, row.used]));
}

function usedBy(used: Map<number, number>, { id }: Candidate): number {
  return used.get(id) ?? 0;
}

async function refill({ ctx, brokerageId }: Occasion): Promise<void> {
  await ctx.db.deleteFrom("rotation_places").where("brokerage_id", "=", brokerageId).execute();
}
