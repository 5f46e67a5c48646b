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

/** Seconds that are left to answer it; negative when it is late, null where no response clock runs. */
export function secondsLeft({ sla }: Waiting, { arrived }: ReadAt, now: number): number | null {
  return sla.remaining_seconds === null ? null : sla.remaining_seconds - Math.max(0, now - arrived) / 1000;
}

/** `48 s left`, `12 min left`, `8 min late` */
function leftText(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const [unit, size] =
    whole < 120
      ? (["s", 1] as const)
      : whole < 7200
        ? (["min", 60] as const)
        : whole < 172_800
          ? (["h", 3600] as const)
          : (["days", 86_400] as const);
  return `${Math.floor(whole / size)} ${unit} ${seconds < 0 ? "late" : "left"}`;
}

/**
 * How long a lead waits for the first answer, second by second, and what is left of the time that is allowed: orange after half of it, red
 * after all of it.
 */
export function WaitingClock({ lead, readAt }: { lead: Waiting; readAt: ReadAt }) {
  const now = useNow();
  const seconds = waitedSeconds(lead, readAt, now);
  if (seconds === null) return null;
  const left = secondsLeft(lead, readAt, now);
  const isLate = left !== null && left < 0;
  const isSoon = left !== null && !isLate && seconds > left;
  const state = isLate ? "late" : isSoon ? "soon late" : "waiting";
  return (
    <span className={`clock ${isLate ? "bad" : isSoon ? "warn" : "plain"}`}>
      <Icon name={isLate ? "warning-circle" : "clock"} />
      <span className="visually-hidden">{state}, </span>
      <time>{durationText(seconds)}</time>
      {left !== null && <small className="clock-left">{leftText(left)}</small>}
    </span>
  );
}
