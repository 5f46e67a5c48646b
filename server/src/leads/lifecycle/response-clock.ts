import type { LeadRow } from "../lead-row.ts";

/** The columns of a started response clock: the first outreach is due within the brokerage's target. */
export function startedClock(at: Date, targetSeconds: number) {
  return {
    response_target_seconds: targetSeconds,
    response_due_at: new Date(at.getTime() + targetSeconds * 1000),
    response_stopped_at: null,
  };
}

type Clock = Pick<LeadRow, "response_target_seconds" | "response_due_at" | "response_stopped_at">;

/** Presents the clock: `remaining_seconds` is null when stopped, and negative after a breach. */
export function readClock(lead: Clock, now: Date) {
  const { response_due_at: due, response_stopped_at: stopped, response_target_seconds: target } = lead;
  const runs = due !== null && stopped === null;
  return {
    target_seconds: target,
    remaining_seconds: runs ? Math.floor((due.getTime() - now.getTime()) / 1000) : null,
    breached_at: due !== null && (stopped ?? now) > due ? due : null,
  };
}
