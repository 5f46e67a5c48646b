import { brokerageSummaries } from "../brokerages/index.ts";
import type { Context } from "../context.ts";
import { type IndexedRecord, indexRecord, type RecordSource } from "../search/index.ts";
import { type AgentRow, agentColumns } from "./agent-row.ts";

type Agent = Pick<AgentRow, "id" | "brokerage_id" | "name" | "specialties" | "bio">;

/** Makes an agent findable by what they say of themselves, and where they work. */
export async function indexAgent(ctx: Context, agent: Agent, brokerageName: string): Promise<void> {
  await indexRecord(ctx, searchable(agent, brokerageName));
}

/** All agents that can be found. */
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
    const brokerages = await brokerageSummaries(
      ctx.db,
      agents.map((agent) => agent.brokerage_id),
    );
    return agents.map((agent) => searchable(agent, brokerages.get(agent.brokerage_id)?.name ?? ""));
  },
};

function searchable(agent: Agent, brokerageName: string): IndexedRecord {
  const words = [agent.name, agent.specialties.join(", "), brokerageName, agent.bio];
  return {
    kind: "agent",
    id: agent.id,
    brokerageId: agent.brokerage_id,
    text: words.filter(Boolean).join("\n"),
  };
}
