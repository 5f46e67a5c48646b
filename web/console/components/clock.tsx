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

/**
 * How long a lead waits for the first answer, second by second.
 *
 * @param since when the lead arrived. @param targetSeconds the time that the brokerage allows; null for none.
 */
export function WaitingClock({ since, targetSeconds }: { since: string; targetSeconds: number | null }) {
  const seconds = Math.max(0, (useNow() - Date.parse(since)) / 1000);
  const isLate = targetSeconds !== null && seconds > targetSeconds;
  const isSoon = targetSeconds !== null && !isLate && seconds > targetSeconds / 2;
  const state = isLate ? "late" : isSoon ? "soon late" : "waiting";
  return (
    <span className={`clock ${isLate ? "bad" : isSoon ? "warn" : "plain"}`}>
      <Icon name={isLate ? "warning-circle" : "clock"} />
      <span className="visually-hidden">{state}, </span>
      <time>{durationText(seconds)}</time>
    </span>
  );
}
