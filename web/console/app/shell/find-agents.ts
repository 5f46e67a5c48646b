import { useMay, useMe } from "../me.ts";
import { useAllAgents } from "../use-all-agents.ts";
import type { Found } from "./found.ts";

const MOST_AGENTS = 6;

/** Agents by their names, and giving the leads of one to others: those of all agents for brokers, their own for agents. */
export function useFoundAgents(q: string, isWanted: boolean): { agents: Found[]; reassigning: Found[] } {
  const may = useMay();
  const { agent_id: self, role } = useMe();
  const { data: active = [] } = useAllAgents({ status: "active", enabled: isWanted && may("listAgents") });
  if (!isWanted) return { agents: [], reassigning: [] };
  const matches = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const agents = active
    .filter(({ name }) => matches(name))
    .slice(0, MOST_AGENTS)
    .map(
      ({ id, name }): Found => ({
        value: `agent ${id}`,
        label: name,
        hint: "Agent",
        icon: "identification-card",
        to: `/people/agents/${id}`,
      }),
    );
  const givers = role === "agent" ? active.filter(({ id }) => id === self) : active;
  const reassigning = givers
    .map(
      ({ id, name }): Found => ({
        value: `reassign ${id}`,
        label: role === "agent" ? "Reassign my leads" : `Reassign the leads of ${name}`,
        hint: null,
        icon: "user-switch",
        to: "/leads",
        search: { ...(role !== "agent" && { agent: id }), assign: true },
      }),
    )
    .filter(({ label }) => may("editLeadsInBulk") && matches(label))
    .slice(0, MOST_AGENTS);
  return { agents, reassigning };
}
