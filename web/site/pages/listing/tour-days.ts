import { dayText } from "../../../shared/dates.ts";

/** A day that can be chosen for a tour. */
export type TourDay = { value: string; weekday: string; day: string };

/** Days that are offered, from tomorrow on. */
const OFFERED = 7;
const DAY_MS = 86_400_000;

/** The next days in a time zone. */
export function tourDays(now: Date, timeZone: string): TourDay[] {
  const today = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(now);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: OFFERED }, (_, nth) => tourDay(new Date(midnight + (nth + 1) * DAY_MS)));
}

function tourDay(date: Date): TourDay {
  const value = date.toISOString().slice(0, 10);
  return { value, weekday: shortWeekday.format(date), day: dayText(value, "shortDay") };
}

const shortWeekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
