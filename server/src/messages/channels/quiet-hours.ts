import { DateTime } from "luxon";

/** From `start` until `end`, each `HH:MM` in local time; over midnight when `start` is later than `end`. */
export type QuietHours = { start: string; end: string; timeZone: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** When the clock is put forward, a window of almost a day can span a whole day. */
const MAX_MINUTES = 3 * DAY_MINUTES;

/**
 * When the quiet hours end; null outside of them. Local time decides: an hour that occurs twice is quiet both times,
 * and a skipped end takes effect at the clock change.
 */
export function quietUntil(now: Date, hours: QuietHours): Date | null {
  const window = { start: minutesOf(hours.start), end: minutesOf(hours.end) };
  const wallAt = (minute: number) => DateTime.fromMillis(minute * MINUTE_MS, { zone: hours.timeZone });
  const first = Math.floor(now.getTime() / MINUTE_MS);
  const wall = wallAt(first);
  if (!isQuiet(wall, window)) return null;

  const distance = (window.end - minuteOfDay(wall) + DAY_MINUTES) % DAY_MINUTES;
  if (wallAt(first + distance).offset === wall.offset) return new Date((first + distance) * MINUTE_MS);
  // A clock change is ahead, which happens twice a year: search minute by minute.
  let minute = first + 1;
  while (isQuiet(wallAt(minute), window) && minute < first + MAX_MINUTES) minute++;
  return new Date(minute * MINUTE_MS);
}

type Window = { start: number; end: number };

function isQuiet(wall: DateTime, { start, end }: Window): boolean {
  const minute = minuteOfDay(wall);
  if (start <= end) return start <= minute && minute < end;
  return start <= minute || minute < end;
}

const minuteOfDay = ({ hour, minute }: DateTime) => hour * 60 + minute;

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(":").map(Number) as [number, number];
  return hours * 60 + minutes;
}
