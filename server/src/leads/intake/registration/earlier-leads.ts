import type { EarlierLead } from "./earlier-leads.sql.ts";

/** A registration within this time after the last contact counts as the same one. */
export const DAY_MS = 24 * 3_600_000;

/** The leads with a last contact within a day before a time. */
export function contactedWithinDay(earlier: readonly EarlierLead[], at: Date): EarlierLead[] {
  const since = new Date(at.getTime() - DAY_MS);
  return earlier.filter((each) => each.last_contact > since);
}
