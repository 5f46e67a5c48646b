import { useNow } from "../app/use-now.ts";
import { durationText } from "./clock.tsx";

type ClockRingProps = {
  /** Seconds that are left to answer; negative when it is late. */
  remaining: number;
  target: number;
  /** When `remaining` was read, in milliseconds since 1970. */
  readAt: number;
};

const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;

/** The time that is left to answer a lead, as a ring that empties, with its minutes and seconds. */
export function ClockRing({ remaining, target, readAt }: ClockRingProps) {
  const left = remaining - (useNow() - readAt) / 1000;
  const share = target > 0 ? Math.min(1, Math.max(0, left / target)) : 0;
  const tone = left <= 0 ? "bad" : share < 0.5 ? "warn" : "plain";
  return (
    <span className={`clock-ring ${tone}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r={RADIUS} className="track" />
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          className="left"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      <time>{durationText(left)}</time> {left <= 0 ? "late" : "left"}
    </span>
  );
}
