import { nearDay, ownMoment } from "./time-zone.ts";

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `3 days ago`, `in 2 hours`, `now`: beside a date, where time matters. */
export function agoText(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (["second", 60] as const);
  return unit === "second" ? "now" : relative.format(Math.round(seconds / size), unit);
}

/** `Today, 5:00 PM`, `Dec 1, 5:00 PM`, in the time zone of the person who looks at the page. */
export function dueText(moment: string): string {
  return `${nearDay(moment) ?? ownMoment(moment, "shortDay")}, ${ownMoment(moment, "time")}`;
}
