import { type DateStyle, momentText } from "../../shared/dates.ts";

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in the time zone of the person who looks at the page: `Fri, Jun 19, 4:00 PM MDT`. */
export function ownMoment(moment: string | Date, style: DateStyle = "dayAndTime"): string {
  return momentText(moment, own, style);
}

/** The calendar day of a moment there: `2026-06-19`. */
export function ownDay(moment: string | Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: own }).format(new Date(moment));
}
