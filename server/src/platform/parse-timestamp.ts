const FORM = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A timestamp and its precision. */
export type Timestamp = {
  at: Date;
  /** Given to the second or the minute, without a fraction. */
  isWholeSecond: boolean;
};

/**
 * Parses an ISO 8601 timestamp to the minute, the second or a fraction of it. Without a zone it is UTC. Null for any other
 * text and for impossible times: a leap second, the 31st of April.
 */
export function parseTimestamp(text: string): Timestamp | null {
  const [, day, minute, second = ":00", zone = "Z"] = FORM.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const at = new Date(`${day}T${minute}${second}${withColon(zone.toUpperCase())}`);
  return isStorable(at) ? { at, isWholeSecond: !second.includes(".") } : null;
}

/** Years 1 to 9999 in UTC. PostgreSQL formats other years differently. */
function isStorable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** JavaScript parses the 31st of April as the 1st of May. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function withColon(zone: string): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
}
