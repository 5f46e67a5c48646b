import { dayText } from "../../shared/dates.ts";

/** A calendar day. Script adds how long ago it was (W14): islands/relative-days.ts. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day.slice(0, 10)} data-ago>
      {dayText(day)}
    </time>
  );
}
