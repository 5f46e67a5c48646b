const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment in a time zone: `2026-11-30`. */
export function localDay(moment: string, timeZone: string): string {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    formatters.set(timeZone, format);
  }
  return format.format(new Date(moment));
}

/** The days of a month such as `2026-11` in weeks from Sunday; null before its first and after its last. */
export function daysOfMonth(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const before = new Date(first).getUTCDay();
  const weeks: (string | null)[][] = [];
  for (let day = first - before * DAY_MS; dayOf(day) < `${month}-32`; day += 7 * DAY_MS)
    weeks.push(
      Array.from({ length: 7 }, (_each, weekday) => {
        const text = dayOf(day + weekday * DAY_MS);
        return text.startsWith(month) ? text : null;
      }),
    );
  return weeks;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
