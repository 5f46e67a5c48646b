import { type DateStyle, momentText } from "../../shared/dates.ts";

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in the time zone of the person who looks at the page: `Fri, Jun 19, 4:00 PM`. */
export function ownMoment(moment: string | Date, style: DateStyle = "shortDayAndTime"): string {
  return momentText(moment, own, style);
}

/** The calendar day of a moment there: `2026-06-19`. */
export function ownDay(moment: string | Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: own }).format(new Date(moment));
}

/** `Today`, `Yesterday` or `Tomorrow` there; null for other days. */
export function nearDay(moment: string | Date, now = Date.now()): string | null {
  const day = ownDay(moment);
  // Days of the calendar: one of them is not always 24 hours long.
  const inDays = (days: number) => new Date(now).setDate(new Date(now).getDate() + days);
  return nearDays.find(([, days]) => ownDay(new Date(inDays(days))) === day)?.[0] ?? null;
}

const nearDays = [
  ["Today", 0],
  ["Yesterday", -1],
  ["Tomorrow", 1],
] as const;
