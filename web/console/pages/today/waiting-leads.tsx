import { useMe } from "../../app/me.ts";
import { WaitingClock } from "../../components/clock.tsx";
import { LeadRow } from "./lead-row.tsx";
import { TodaySection } from "./today-section.tsx";
import { useWaiting } from "./use-today.ts";

/** Who waits for an answer, longest first; those past the target are red. */
export function WaitingLeads() {
  const { role } = useMe();
  const { query, leads, total, readAt } = useWaiting();
  return (
    <TodaySection
      id="waiting"
      title="Waiting for an answer"
      count={leads && (total > leads.length ? `${leads.length} of ${total}` : total)}
      rows={leads?.map((lead) => (
        <LeadRow
          key={lead.id}
          lead={lead}
          first={<WaitingClock lead={lead} readAt={readAt} />}
          detail={lead.subject}
          showAgent={role !== "agent"}
        />
      ))}
      error={query.error}
      retry={() => void query.refetch()}
      empty={{ title: "Every lead has been answered.", text: "New ones appear here by themselves." }}
    />
  );
}
