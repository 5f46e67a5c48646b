import { api, type Schema } from "../../app/api.ts";
import { WaitingClock } from "../../components/clock.tsx";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { LeadActions } from "./lead-actions.tsx";

const MOST_SHOWN = 50;

/** Leads that have not been answered, the one that waits longest first. */
export function WaitingLeads() {
  const { data, error, refetch } = api.useQuery("get", "/api/v1/admin/leads", {
    params: { query: { stage: "NEW", sort: "created_at", page_size: MOST_SHOWN } },
  });
  return (
    <section className="panel" aria-labelledby="waiting">
      <h2 id="waiting">Waiting for an answer {data && <span className="count">{data.total}</span>}</h2>
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <Empty title="Every lead has been answered.">New ones appear here by themselves.</Empty>
      ) : (
        <ul className="rows">
          {data.items.map((lead) => (
            <WaitingLead key={lead.id} lead={lead} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WaitingLead({ lead }: { lead: Schema<"LeadSummary"> }) {
  return (
    <li className="row">
      <WaitingClock since={lead.created_at} targetSeconds={lead.sla.target_seconds} />
      <div className="row-words">
        <bdi className="row-title">{leadName(lead)}</bdi>
        <bdi className="row-detail">{lead.subject}</bdi>
      </div>
      {lead.assigned_agent && <bdi className="row-side">{lead.assigned_agent.name}</bdi>}
      <LeadActions lead={lead} />
    </li>
  );
}

export function leadName({ first_name, last_name, email }: Schema<"LeadSummary">): string {
  return `${first_name} ${last_name}`.trim() || email;
}
