import { monthText } from "../../../shared/dates.ts";
import type { Schema } from "../../app/api.ts";
import { daysOfMonth, localDay } from "./calendar-days.ts";

const MOST_MONTHS = 3;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** The months in which emails are sent, in the brokerage's time zone. */
export function MonthGrids({
  simulation: { steps, time_zone, enrolled_at },
}: {
  simulation: Schema<"DripSimulation">;
}) {
  const byDay = Map.groupBy(steps, ({ due_at }) => localDay(due_at, time_zone));
  const months = [...new Set([...byDay.keys()].map((day) => day.slice(0, 7)))];
  const today = localDay(enrolled_at, time_zone);
  return (
    <div className="months">
      {months.slice(0, MOST_MONTHS).map((month) => (
        <table key={month} className="month">
          <caption>{monthText(month)}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((weekday) => (
                <th key={weekday} scope="col" abbr={weekday}>
                  {weekday.charAt(0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {daysOfMonth(month).map((week) => (
              <tr key={week.join()}>
                {week.map((day, weekday) => (
                  <td
                    key={WEEKDAYS[weekday]}
                    data-today={day === today}
                    data-mail={day !== null && byDay.has(day)}
                  >
                    {day && <Day day={day} positions={(byDay.get(day) ?? []).map((step) => step.position)} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {months.length > MOST_MONTHS && <p className="hint">Later months are in the list below.</p>}
    </div>
  );
}

function Day({ day, positions }: { day: string; positions: number[] }) {
  const [first, ...more] = positions;
  return (
    <>
      {Number(day.slice(8))}
      {first !== undefined && (
        <span className="visually-hidden">
          , {more.length === 0 ? `email ${first}` : `emails ${positions.join(", ")}`}
        </span>
      )}
    </>
  );
}
