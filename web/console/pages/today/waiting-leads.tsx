import type { Schema } from "../../app/api.ts";
import { useMe } from "../../app/me.ts";
import { useOfNow } from "../../app/use-now.ts";
import { type ReadAt, secondsLeft, WaitingClock } from "../../components/clock.tsx";
import { LeadRow } from "./lead-row.tsx";
import { TodaySection } from "./today-section.tsx";
import { useWaiting } from "./use-today.ts";

/**
 * Who waits for an answer, longest first: breaches of the response target, then new leads. They are one list, so that a row whose time runs
 * out goes from one group to the other with what is typed in it.
 */
export function WaitingLeads() {
  const { role } = useMe();
  const { query, leads, total, readAt } = useWaiting();
  const late = useLate(leads ?? [], readAt);
  const row = (lead: Schema<"LeadSummary">) => (
    <LeadRow
      key={lead.id}
      lead={lead}
      first={<WaitingClock lead={lead} readAt={readAt} />}
      detail={lead.subject}
      showAgent={role !== "agent"}
    />
  );
  const group = (title: string, members: readonly Schema<"LeadSummary">[]) =>
    members.length === 0
      ? []
      : [
          <li key={title} className="row-group">
            <h3>
              {title} <span className="count">{members.length}</span>
            </h3>
          </li>,
          ...members.map(row),
        ];
  return (
    <TodaySection
      id="waiting"
      title="Waiting for an answer"
      count={leads && (total > leads.length ? `${leads.length} of ${total}` : total)}
      rows={
        leads && [
          ...group(
            "Breaches",
            leads.filter(({ id }) => late.has(id)),
          ),
          ...group(
            "New leads",
            leads.filter(({ id }) => !late.has(id)),
          ),
        ]
      }
      error={query.error}
      retry={() => void query.refetch()}
      empty={{ title: "Every lead has been answered.", text: "New ones appear here by themselves." }}
    />
  );
}

/** The ids of those whose time has run out. */
function useLate(leads: readonly Schema<"LeadSummary">[], readAt: ReadAt): ReadonlySet<number> {
  const late = useOfNow((now) =>
    leads
      .filter((lead) => (secondsLeft(lead, readAt, now) ?? 0) < 0)
      .map(({ id }) => id)
      .join(" "),
  );
  return new Set(late.split(" ").map(Number));
}
