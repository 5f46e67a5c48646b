import type { Schema } from "../app/api.ts";
import { useNow } from "../app/use-now.ts";
import { Icon } from "../icons/icon.tsx";

/** `04:12`, `2:04:12`, `3 days` */
export function durationText(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  if (whole >= 172_800) return `${Math.floor(whole / 86_400)} days`;
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

type Waiting = { sla: Schema<"LeadSummary">["sla"]; created_at: string };

/** When a reply of the API arrived, by this browser's clock, and the server's time in it where the reply has that. */
export type ReadAt = { arrived: number; serverTime: string | undefined };

/**
 * Seconds that a lead has waited for its first answer. The clock of this browser counts only the time since the reply arrived: it may be
 * wrong by hours. Null when that is not known.
 */
export function waitedSeconds({ sla, created_at }: Waiting, { arrived, serverTime }: ReadAt, now: number) {
  const since = Math.max(0, now - arrived) / 1000;
  const { target_seconds: target, remaining_seconds: remaining } = sla;
  if (target !== null && remaining !== null) return target - remaining + since;
  // Leads of an import have no response clock.
  return serverTime === undefined ? null : (Date.parse(serverTime) - Date.parse(created_at)) / 1000 + since;
}

/** How long a lead waits for the first answer, second by second: orange after half of the time that is allowed, red after all of it. */
export function WaitingClock({ lead, readAt }: { lead: Waiting; readAt: ReadAt }) {
  const seconds = waitedSeconds(lead, readAt, useNow());
  if (seconds === null) return null;
  const target = lead.sla.remaining_seconds === null ? null : lead.sla.target_seconds;
  const isLate = target !== null && seconds > target;
  const isSoon = target !== null && !isLate && seconds > target / 2;
  const state = isLate ? "late" : isSoon ? "soon late" : "waiting";
  return (
    <span className={`clock ${isLate ? "bad" : isSoon ? "warn" : "plain"}`}>
      <Icon name={isLate ? "warning-circle" : "clock"} />
      <span className="visually-hidden">{state}, </span>
      <time>{durationText(seconds)}</time>
    </span>
  );
}
