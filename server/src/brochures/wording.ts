/** Dates in American formats, and texts of parts. */

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** `June 15, 2026` of `2026-06-15`. */
export function longDate(day: string): string {
  return date.format(new Date(`${day}T00:00:00Z`));
}

// The default time zone of the lead settings: in UTC, a brochure of the evening would have tomorrow's date.
const today = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/Boise" });

export function longDateOf(time: Date): string {
  return today.format(time);
}

/** The non-empty parts, with a separator. */
export function joined(parts: (string | null | undefined)[], between: string): string {
  return parts.filter((part) => part).join(between);
}
