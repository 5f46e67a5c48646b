import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { type IndexedRecord, indexRecord, type RecordSource } from "../record-search/index.ts";
import { type AgentRow, agentColumns } from "./agent-row.ts";

type Agent = Pick<AgentRow, "id" | "brokerage_id" | "name" | "specialties" | "bio">;

/** Stores the agent's profile in the search index. */
export async function indexAgent(ctx: Context<UsesModels>, agent: Agent): Promise<void> {
  await indexRecord(ctx, searchable(agent));
}

/** All agents in the search index. */
export const agentSource: RecordSource = {
  kind: "agent",
  async after(ctx, id, limit) {
    const agents = await ctx.db
      .selectFrom("agents")
      .select(agentColumns)
      .where("id", ">", id)
      .where("disabled_at", "is", null)
      .orderBy("id")
      .limit(limit)
      .execute();
    return agents.map(searchable);
  },
};

/** Without the brokerage's name: renaming a brokerage would leave the old name in the index entry of every agent. */
function searchable(agent: Agent): IndexedRecord {
  const words = [agent.name, agent.specialties.join(", "), agent.bio];
  return {
    kind: "agent",
    id: agent.id,
    brokerageId: agent.brokerage_id,
    text: words.filter(Boolean).join("\n"),
  };
}
