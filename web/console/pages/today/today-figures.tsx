import { useNow } from "../../app/use-now.ts";
import { durationText, waitedSeconds } from "../../components/clock.tsx";
import { useDashboard, useWaiting } from "./use-today.ts";

/** The day in one line: who waits and how long, what is late, what is new. */
export function TodayFigures() {
  const now = useNow();
  const { leads, total, readAt } = useWaiting();
  const { data } = useDashboard();
  if (!leads || !data) return null;
  const [first] = leads;
  const longest = first && waitedSeconds(first, readAt, now);
  const figures = [
    total === 0 ? "None waiting" : `${total} waiting`,
    ...(longest == null ? [] : [`longest ${durationText(longest)}`]),
    ...(data.breaches.total > 0 ? [`${data.breaches.total} past the target`] : []),
    `${data.new_today} new today`,
    `${data.open_leads.total} open`,
  ];
  return (
    <span className="figures">
      {figures.map((figure) => (
        <span key={figure.replace(/[\d:]+/, "")}>{figure}</span>
      ))}
    </span>
  );
}
