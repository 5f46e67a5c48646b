export { type AgentCard, agentCard } from "./agent-card.ts";
export { isAgentSlugFree } from "./agent-changes.ts";
export { UpdateAgentBody } from "./agent-inputs.schemas.ts";
export { agentVersion } from "./agent-version.ts";
export { agentRoutes } from "./agents.routes.ts";
export type { Agent } from "./agents.schemas.ts";
export { agentsRevision } from "./agents-revision.ts";
export { agentsWithEmail, holdAgent } from "./agents-with-email.ts";
export {
  type Assignee,
  activeAgents,
  agentNames,
  assignableAgent,
  assignableAgents,
  disabledAgents,
} from "./assignable-agents.ts";
export { claimForLeads } from "./claim-for-leads.sql.ts";
export { createAgent } from "./create-agent.ts";
export { type AgentAccount, findAgentAccount } from "./find-agent-account.ts";
export { getAgent } from "./get-agent.ts";
export { agentSource } from "./index-agent.ts";
export { countAgents } from "./list-agents.ts";
export { publicAgentId } from "./list-public-agents.ts";
export { lockForLead, type RoutableAgent, routableAgents } from "./routable-agents.ts";
export { type SuggestableAgent, suggestableAgents } from "./suggestable-agents.ts";
export { type AgentTelephone, agentTelephone, optAgentsIn, optAgentsOut } from "./text-opt-outs.ts";

export { updateAgent } from "./update-agent.ts";
