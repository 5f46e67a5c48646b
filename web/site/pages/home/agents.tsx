import type { components } from "../../../../client/src/api.generated.ts";
import { AgentCard } from "../../components/agent-card.tsx";
import { homeTexts } from "../../texts/home.ts";

/** Some of the brokerage's people. */
export function Agents({ agents }: { agents: readonly components["schemas"]["PublicAgent"][] }) {
  return (
    <section class="wide section" aria-labelledby="agents-title">
      <div class="section-head">
        <h2 id="agents-title">{homeTexts.agents}</h2>
        <a href="/agents">{homeTexts.allAgents}</a>
      </div>
      <ul class="card-grid agent-grid">
        {agents.map((agent) => (
          <li key={agent.slug}>
            <AgentCard agent={agent} />
          </li>
        ))}
      </ul>
    </section>
  );
}
