import { brokerageSummaries, disabledBrokerages } from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { searchRecords } from "../record-search/index.ts";
import type { AgentSearchQuery } from "./agent-inputs.schemas.ts";
import type { AgentSearchResults } from "./agents.schemas.ts";
import { visibleScope } from "./visible-agents.ts";

/**
 * The agents whose words are nearest to the query, best first, of those the caller sees (SPEC: Agents). A disabled one,
 * or one of a disabled brokerage, is found by nobody.
 */
export async function searchAgents(
  ctx: Context<UsesModels>,
  input: AgentSearchQuery,
): Promise<AgentSearchResults> {
  const { q: query, limit } = input;
  const brokerageId = await visibleScope(ctx);
  const { total, found } = await searchRecords(ctx, {
    kind: "agent",
    query,
    brokerageId,
    exceptBrokerages: brokerageId === null ? await disabledBrokerages(ctx.db) : [],
    limit,
  });
  const agents = await agentsById(
    ctx,
    found.map(({ id }) => id),
  );
  const results = found.flatMap(({ id, similarity }) => {
    const agent = agents.get(id);
    return agent ? { ...agent, similarity } : [];
  });
  return { query, results, total };
}

async function agentsById({ db }: Context, ids: number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("agents")
    .select(["id", "brokerage_id", "name", "bio"])
    .where("id", "in", ids)
    .where("disabled_at", "is", null)
    .execute();
  const brokerages = await brokerageSummaries(
    db,
    rows.map((row) => row.brokerage_id),
  );
  return new Map(
    rows.map(({ id, brokerage_id, name, bio }) => [
      id,
      { id, name, brokerage: brokerages.get(brokerage_id)?.name ?? "", bio },
    ]),
  );
}
