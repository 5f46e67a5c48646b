const PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The time a legacy lead was received: a date or a timestamp, in UTC by default. Returns a text when invalid. */
export function parseLegacyTime(text: string, now: Date): Date | string {
  const [, day, clock = "00:00", zone = "Z"] = PATTERN.exec(text) ?? [];
  const moment = new Date(`${day}T${clock}${fullOffset(zone)}`);
  const isMoment = !Number.isNaN(moment.getTime());
  // Date parses February 30 as a day in March.
  if (!isMoment || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day as string)) {
    return "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z";
  }
  return moment > now ? "created_at is in the future" : moment;
}

function fullOffset(zone: string): string {
  if (/^(?:z|utc)$/i.test(zone)) return "Z";
  const digits = zone.replace(":", "");
  return `${digits.slice(0, 3)}:${digits.slice(3) || "00"}`;
}
