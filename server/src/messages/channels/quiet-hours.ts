import { DateTime } from "luxon";

/** From `start` until `end`, each `HH:MM` by the clock on the wall there; over midnight where it starts later than it ends. */
export type QuietHours = { start: string; end: string; timeZone: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A window of nearly a day can swallow the whole of one whose clock is put forward. */
const LONGEST_MINUTES = 3 * DAY_MINUTES;

/**
 * The moment when quiet hours end; null where it is not quiet now. What counts is what the clock on the wall shows: an hour
 * that comes twice is quiet both times, and where the end is skipped it is over when the clock jumps past it.
 */
export function quietUntil(now: Date, hours: QuietHours): Date | null {
  const window = { start: minutesOf(hours.start), end: minutesOf(hours.end) };
  const wallAt = (minute: number) => DateTime.fromMillis(minute * MINUTE_MS, { zone: hours.timeZone });
  const first = Math.floor(now.getTime() / MINUTE_MS);
  const wall = wallAt(first);
  if (!isQuiet(wall, window)) return null;

  const distance = (window.end - minuteOfDay(wall) + DAY_MINUTES) % DAY_MINUTES;
  if (wallAt(first + distance).offset === wall.offset) return new Date((first + distance) * MINUTE_MS);
  // The clock is changed before then: twice a year it is followed minute by minute.
  let minute = first + 1;
  while (isQuiet(wallAt(minute), window) && minute < first + LONGEST_MINUTES) minute++;
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
