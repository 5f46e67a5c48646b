/** Formatters are slow to make and are kept, one for each time zone and style. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const styles = {
  day: { year: "numeric", month: "short", day: "numeric" },
  shortDay: { month: "short", day: "numeric" },
  month: { year: "numeric", month: "short" },
  weekday: { weekday: "long", month: "long", day: "numeric" },
  shortDayAndTime: { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  time: { hour: "numeric", minute: "2-digit" },
  dayAndTime: {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof styles;

/**
 * A moment in words, in a time zone (W14): `Nov 19, 2026`.
 *
 * @param moment an ISO timestamp.
 */
export function momentText(moment: string | Date, timeZone: string, style: DateStyle = "day"): string {
  return formatter(style, timeZone).format(new Date(moment));
}

/** A calendar day, which has no time zone: `2026-11-19` as `Nov 19, 2026`. */
export function dayText(day: string, style: "day" | "shortDay" | "weekday" = "day"): string {
  return formatter(style, "UTC").format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** A month of a calendar: `2026-11` as `Nov 2026`. */
export function monthText(month: string): string {
  return formatter("month", "UTC").format(new Date(`${month}-01T00:00:00Z`));
}

function formatter(style: DateStyle, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat("en-US", { ...styles[style], timeZone });
    formatters.set(key, known);
  }
  return known;
}
