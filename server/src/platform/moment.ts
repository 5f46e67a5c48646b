const FORM = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A moment that somebody wrote. */
export type Moment = {
  at: Date;
  /** Known to the second or the minute, not to a fraction. */
  isWholeSecond: boolean;
};

/**
 * Reads an ISO 8601 timestamp: to the minute, the second or a fraction of it; without a zone it is UTC. Null for anything
 * else, and for what has the form and is no moment: a leap second, the 31st of April.
 */
export function readMoment(text: string): Moment | null {
  const [, day, minute, second = ":00", zone = "Z"] = FORM.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const at = new Date(`${day}T${minute}${second}${withColon(zone.toUpperCase())}`);
  return isKept(at) ? { at, isWholeSecond: !second.includes(".") } : null;
}

/** Of the years 1 to 9999 in UTC, wherever it was written: PostgreSQL spells others in another way. */
function isKept(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** JavaScript takes the 31st of April for the 1st of May. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function withColon(zone: string): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
}
