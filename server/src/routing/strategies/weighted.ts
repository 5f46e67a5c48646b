import type { Candidate } from "../candidates.ts";
import type { RankingInput, Strategy } from "./strategy.ts";

/**
 * Each agent has as many places per round as their weight, spread evenly over the round; when all places are used, a new round
 * starts (SPEC: Agent routing strategies, 2). Agents who are not eligible now keep their places for later in the round.
 */
export const weighted: Strategy = {
  async rank(input) {
    const { eligible } = input;
    let used = await usedPlaces(input);
    const hasPlace = (each: Candidate) => usedBy(used, each) < each.weight;
    if (!eligible.some(hasPlace)) {
      await refill(input);
      used = new Map();
    }
    const place = (each: Candidate) => (usedBy(used, each) + 0.5) / each.weight;
    const inRotation = (agents: readonly Candidate[]) =>
      agents.toSorted((one, other) => place(one) - place(other) || one.id - other.id);
    // Agents without places come last, in case all others become unavailable since the query.
    const ranked = [
      ...inRotation(eligible.filter(hasPlace)),
      ...inRotation(eligible.filter((each) => !hasPlace(each))),
    ];
    return ranked.map((agent) => ({ agent, by: "weighted" }));
  },

  async onAssigned({ ctx, brokerageId }, agent) {
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

async function usedPlaces({ ctx, brokerageId }: RankingInput): Promise<Map<number, number>> {
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

async function refill({ ctx, brokerageId }: RankingInput): Promise<void> {
  await ctx.db.deleteFrom("rotation_places").where("brokerage_id", "=", brokerageId).execute();
}
