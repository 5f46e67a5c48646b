import type { TextModel } from "../../platform/models/text-model.ts";
import type { Candidate } from "../candidates.ts";
import { inTurn } from "./least-recently-assigned.ts";
import type { Strategy } from "./strategy.ts";

const TOP = 3;

/**
 * The three agents whose specialties are nearest to what the visitor is looking for, best first; where fewer are near at
 * all, whoever is next in turn fills up (SPEC: Agent routing strategies, 4).
 */
export const semanticMatch: Strategy = {
  async rank({ ctx, eligible, preferences }) {
    const best = preferences === null ? [] : await nearest(ctx.textModel, preferences, eligible);
    return [
      ...best.map((agent) => ({ agent, by: "semantic_match" as const })),
      ...inTurn(eligible.filter((each) => !best.includes(each))),
    ];
  },
};

/** Of two who are equally near, the one whose turn it is. */
async function nearest(
  model: TextModel,
  preferences: string,
  agents: readonly Candidate[],
): Promise<Candidate[]> {
  const specialists = agents.filter((each) => each.specialties.length > 0);
  const texts = [preferences, ...specialists.map((each) => each.specialties.join(", "))];
  const [wanted, ...offered] = (await model.embed(texts)) as [Float32Array, ...Float32Array[]];
  return specialists
    .map((agent, at) => ({ agent, likeness: cosine(wanted, offered[at] as Float32Array) }))
    .filter(({ likeness }) => likeness >= model.noise)
    .sort((one, other) => other.likeness - one.likeness || one.agent.turn - other.agent.turn)
    .slice(0, TOP)
    .map(({ agent }) => agent);
}

/** Of two vectors of length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
}
