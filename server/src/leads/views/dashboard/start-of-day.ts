const DAY_MS = 86_400_000;

/**
 * When the day of that moment began in a time zone: at midnight, or where the clocks skip midnight, at the first moment
 * after it. By the names this program knows: a database server may know fewer.
 */
export function startOfDay(moment: Date, timeZone: string): Date {
  const midnight = wallClock(moment, timeZone).setUTCHours(0, 0, 0, 0);
  // The zone's distance from UTC may have changed in between; one of the two holds at midnight.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - (wallClock(new Date(near), timeZone).getTime() - near))
    .toSorted((one, other) => one - other);
  const isToday = (start: number) => wallClock(new Date(start), timeZone).getTime() >= midnight;
  return new Date(candidates.find(isToday) as number);
}

/** What the clocks of a time zone show, as if they showed UTC. */
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
