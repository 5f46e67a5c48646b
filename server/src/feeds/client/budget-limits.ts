import type { Limits } from "./lock-limits.sql.ts";
import type { ReplySize } from "./request-budget.ts";
import type { Spent, Windows } from "./spent-lately.sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** A request may arrive later than it was counted, by the time of a slow connection. */
const MARGIN_MS = 10_000;
/** The deadline of a request. */
export const LONGEST_REQUEST_MS = 300_000;
/** Of the budgets of an hour and a day: the rest is kept for runs. */
const PHOTOS_SHARE = 0.8;
/** Photos have at least this share of the bytes, however large the pages of the feed are. */
const PHOTOS_LEAST_SHARE = 0.1;
/** A reply that is expected to be larger begins when this share of bytes_per_hour is left: waiting would not make it smaller. */
const WHOLE_SHARE = 0.9;

/** The minutes that may hold a request of the last hour or day, or one that is under way. */
export function windows(now: number): Windows {
  return {
    hourFrom: minuteOf(now - HOUR_MS - MARGIN_MS),
    dayFrom: minuteOf(now - DAY_MS - MARGIN_MS),
    underWayFrom: minuteOf(now - LONGEST_REQUEST_MS - MARGIN_MS),
  };
}

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

export function hasLimits({ perHour, perDay, bytesPerHour }: Limits): boolean {
  return perHour !== null || perDay !== null || bytesPerHour !== null;
}

/** The limits as they are for photos: smaller, so that they leave enough for the next run. */
export function limitsOfPhotos(limits: Limits): Limits {
  const { perHour, perDay, bytesPerHour, largestReply } = limits;
  const share = (limit: number | null) => limit && Math.max(1, Math.floor(limit * PHOTOS_SHARE));
  return {
    ...limits,
    perHour: share(perHour),
    perDay: share(perDay),
    bytesPerHour:
      bytesPerHour &&
      Math.max(
        bytesPerHour * PHOTOS_LEAST_SHARE,
        Math.min(bytesPerHour * PHOTOS_SHARE, bytesPerHour - largestReply),
      ),
  };
}

/** How many bytes the reply of a further request may have; 0: it may not be sent now. */
export function bytesFor(limits: Limits, spent: Spent, { kind, expected, most }: ReplySize): number {
  const { perHour, perDay, bytesPerHour, largestReply } = limits;
  if (perHour !== null && spent.hourRequests >= perHour) return 0;
  if (perDay !== null && spent.dayRequests >= perDay) return 0;
  if (bytesPerHour === null) return most;
  const wanted = Math.max(1, expected, kind === "page" ? largestReply : 0);
  const left = Math.floor(bytesPerHour - spent.hourBytes);
  return left >= Math.min(wanted, most, bytesPerHour * WHOLE_SHARE) ? Math.min(left, most) : 0;
}
