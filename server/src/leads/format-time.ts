/** `Monday, June 15, 2026 at 6:00 AM MDT` */
export function formatTime(time: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatFor(timeZone);
  formats.set(timeZone, format);
  return format.format(time);
}

/** Cache by time zone (a few hundred). Creating a format costs more than a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in its two largest units: `1 hour and 5 minutes`. */
export function formatDuration(seconds: number): string {
  const first = units.findIndex(([, size]) => seconds >= size);
  const shown = first === -1 ? units.slice(-1) : units.slice(first, first + 2);
  let rest = Math.floor(seconds);
  const parts = shown.flatMap(([unit, size], at) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 || (at === 0 && first === -1) ? [`${count} ${unit}${count === 1 ? "" : "s"}`] : [];
  });
  return parts.join(" and ");
}
