export { type AgentCard, agentCard } from "./agent-card.ts";
export { UpdateAgentBody } from "./agent-inputs.schemas.ts";
export { agentRoutes } from "./agents.routes.ts";
export type { Agent } from "./agents.schemas.ts";
export { createAgent } from "./create-agent.ts";
export { type AgentAccount, findAgentAccount } from "./find-agent-account.ts";
export { getAgent } from "./get-agent.ts";
export { agentSource } from "./index-agent.ts";
export { updateAgent } from "./update-agent.ts";
