const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** When a lead of other software was received: a day or a moment, UTC unless it says otherwise. Text: what is wrong. */
export function legacyTime(text: string, now: Date): Date | string {
  const [, day, clock = "00:00", zone = "Z"] = FORM.exec(text) ?? [];
  const moment = new Date(`${day}T${clock}${inFull(zone)}`);
  const isMoment = !Number.isNaN(moment.getTime());
  // A 30th of February would be taken for a day in March.
  if (!isMoment || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day as string)) {
    return "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z";
  }
  return moment > now ? "created_at is in the future" : moment;
}

function inFull(zone: string): string {
  if (/^(?:z|utc)$/i.test(zone)) return "Z";
  const digits = zone.replace(":", "");
  return `${digits.slice(0, 3)}:${digits.slice(3) || "00"}`;
}
