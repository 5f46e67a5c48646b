import type { Frequency, SearchStatus } from "../saved-searches.schemas.ts";

const WEEK_MS = 7 * 86_400_000;
/** Unanswered alerts for this long: from then on once a week (search.md, D50). */
export const WEEKLY_AFTER_MS = 8 * WEEK_MS;
/** For this long: one mail asks, and alerts pause. */
export const PAUSED_AFTER_MS = 16 * WEEK_MS;

type Unanswered = { unansweredSince: Date | null };
type Wish = { frequency: Frequency; status: SearchStatus };

/** Whether a client has not reacted to alerts for eight weeks: they are weekly at most. */
export function isBackedOff({ unansweredSince }: Unanswered, now: Date): boolean {
  return unansweredSince !== null && now.getTime() - unansweredSince.getTime() >= WEEKLY_AFTER_MS;
}

/** How often alerts are sent, where they are. */
export type Rhythm = Exclude<Frequency, "off">;

const ORDER: readonly Rhythm[] = ["instant", "daily", "weekly"];

/** The one that tells sooner. */
export function sooner(one: Rhythm, other: Rhythm | undefined): Rhythm {
  return other === undefined || ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other;
}

/** How often alerts are sent now, which may be less often than the client has chosen. */
export function effectiveFrequency({ frequency, status }: Wish, client: Unanswered, now: Date): Frequency {
  if (status === "paused" || frequency === "off") return "off";
  return isBackedOff(client, now) ? "weekly" : frequency;
}
