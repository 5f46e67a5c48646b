import { dueText } from "../../app/ago-text.ts";
import { useMe } from "../../app/me.ts";
import { LeadRow } from "./lead-row.tsx";
import { TodaySection } from "./today-section.tsx";
import { useDashboard } from "./use-today.ts";

/** Follow-ups whose time has come, the oldest first. */
export function DueFollowUps() {
  const { role } = useMe();
  const { data, error, refetch } = useDashboard();
  const due = data?.due_follow_ups;
  return (
    <TodaySection
      id="due"
      title="Follow-ups due"
      count={due && (due.total > due.items.length ? `${due.items.length} of ${due.total}` : due.total)}
      rows={due?.items.map((lead) => (
        <LeadRow
          key={lead.id}
          lead={lead}
          first={
            lead.follow_up && (
              <time className="row-time" dateTime={lead.follow_up.due_at}>
                {dueText(lead.follow_up.due_at)}
              </time>
            )
          }
          detail={lead.follow_up?.note ?? lead.subject}
          showAgent={role !== "agent"}
        />
      ))}
      error={error}
      retry={() => void refetch()}
      empty={{ title: "No follow-up is due." }}
    />
  );
}
