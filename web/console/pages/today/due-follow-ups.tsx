import { momentText } from "../../../shared/dates.ts";
import { api } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { LeadActions } from "./lead-actions.tsx";
import { leadName } from "./waiting-leads.tsx";

/** Appointments whose time has come, the oldest first. */
export function DueFollowUps() {
  const { data, error, refetch } = api.useQuery("get", "/api/v1/admin/dashboard", {});
  const due = data?.due_follow_ups;
  return (
    <section className="panel" aria-labelledby="due">
      <h2 id="due">Due {due && <span className="count">{due.total}</span>}</h2>
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !due ? (
        <Loading />
      ) : due.items.length === 0 ? (
        <Empty title="No follow-up is due." />
      ) : (
        <ul className="rows">
          {due.items.map((lead) => (
            <li key={lead.id} className="row">
              <time className="row-time" dateTime={lead.follow_up?.due_at}>
                {lead.follow_up && momentText(lead.follow_up.due_at, ownTimeZone(), "dayAndTime")}
              </time>
              <div className="row-words">
                <bdi className="row-title">{leadName(lead)}</bdi>
                <bdi className="row-detail">{lead.follow_up?.note ?? lead.subject}</bdi>
              </div>
              <LeadActions lead={lead} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Of the person who looks at the page. */
function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
