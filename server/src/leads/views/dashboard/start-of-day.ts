const DAY_MS = 86_400_000;

/**
 * The start of the day in a time zone: midnight, or the first moment after it where daylight saving skips midnight. Computed
 * here, not in SQL: the database server may know fewer time zone names.
 */
export function startOfDay(moment: Date, timeZone: string): Date {
  const midnight = wallClock(moment, timeZone).setUTCHours(0, 0, 0, 0);
  // The UTC offset may change during the day; one of the two neighbours has the offset of midnight.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - (wallClock(new Date(near), timeZone).getTime() - near))
    .toSorted((one, other) => one - other);
  const isToday = (start: number) => wallClock(new Date(start), timeZone).getTime() >= midnight;
  return new Date(candidates.find(isToday) as number);
}

/** The calendar day in a time zone: `2026-06-15`. */
export function dayOf(moment: Date, timeZone: string): string {
  return wallClock(moment, timeZone).toISOString().slice(0, 10);
}

/** The local time of a zone, as a Date whose UTC fields hold it. */
function wallClock(moment: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return new Date(
    Date.UTC(
      value("year"),
      value("month") - 1,
      value("day"),
      value("hour"),
      value("minute"),
      value("second"),
    ),
  );
}
