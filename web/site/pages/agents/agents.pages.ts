import { agentPage } from "./agent.page.tsx";
import { agentSentPage } from "./agent-sent.page.tsx";
import { agentsPage } from "./agents.page.tsx";

/** The brokerage's people. */
export const agentPages = [agentsPage, agentPage, agentSentPage];
