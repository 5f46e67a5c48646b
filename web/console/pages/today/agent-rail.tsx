import { Badge } from "../../components/badge.tsx";
import { useDashboard } from "./use-today.ts";

/** For brokers: the work of each agent, those with breaches first. */
export function AgentRail() {
  const agents = useDashboard().data?.by_agent ?? [];
  if (agents.length === 0) return null;
  return (
    <section className="panel agent-rail" aria-labelledby="agents">
      <h2 id="agents">By agent</h2>
      <ul className="rows">
        {agents.map(({ agent, open, waiting, breaches, due_follow_ups: due }) => (
          <li key={agent?.id ?? 0} className="row">
            <div className="row-words">
              <bdi className="row-title clipped">{agent?.name ?? "No agent"}</bdi>
              <span className="row-detail">{open} open</span>
            </div>
            <div className="rail-counts">
              {breaches > 0 && (
                <Badge tone="bad" icon="warning-circle">
                  {`${breaches} late`}
                </Badge>
              )}
              {waiting > 0 && <Badge>{`${waiting} waiting`}</Badge>}
              {due > 0 && (
                <Badge tone="warn" icon="calendar-check">
                  {`${due} due`}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
