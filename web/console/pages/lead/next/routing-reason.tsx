import { api, type Schema } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import { ownMoment } from "../../../app/time-zone.ts";
import { FactSection, stateOf } from "../fact-section.tsx";
import { inWords } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";

/** The last routing decision: who could have got the lead, and why the others did not. */
export function RoutingReason({ lead }: { lead: Schema<"Lead"> }) {
  const query = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/routing", ofLead(lead.id));
  const isUnrouted = query.error instanceof ApiError && query.error.status === 404;
  const decision = query.data;
  const candidates = decision?.candidates.filter(({ agent_id }) => agent_id !== decision.agent_id) ?? [];
  const refused = candidates.filter(({ eligible }) => !eligible);
  const others = candidates.filter(({ eligible }) => eligible);
  return (
    <FactSection
      title={lead.assigned_agent ? `Why ${lead.assigned_agent.name}` : "Why no agent"}
      state={isUnrouted ? undefined : stateOf(query)}
    >
      {!decision ? (
        <p className="muted">Given by hand: this lead was never routed.</p>
      ) : (
        <>
          <p className="muted">
            {ownMoment(decision.decided_at)}, by {inWords(decision.used_strategy).toLowerCase()}
            {decision.used_strategy !== decision.strategy &&
              ` instead of ${inWords(decision.strategy).toLowerCase()}`}
            {decision.agent_id !== lead.assigned_agent_id && "; reassigned since"}
          </p>
          {refused.length > 0 && (
            <ul className="lines">
              {refused.map(({ agent_id, name, reason }) => (
                <li key={agent_id}>
                  <bdi>{name}</bdi> <span className="muted">{reason}</span>
                </li>
              ))}
            </ul>
          )}
          {others.length > 0 && (
            <details>
              <summary>
                {others.length === 1 ? "1 other" : `${others.length} others`} could have had it
              </summary>
              <ul>
                {others.map(({ agent_id, name }) => (
                  <li key={agent_id} className="muted">
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </FactSection>
  );
}
