/** Requests are further apart than per_second needs, since the network delays each by another time. */
const PACE_MARGIN = 1.2;
/**
 * A request that is sent later than this after its turn would be too near to the next one. Half of what PACE_MARGIN leaves of a second,
 * for any per_second; the other half is the network's.
 */
const LATE_MS = 100;

/** Milliseconds between two requests. */
export function spacingOf(perSecond: number | null): number {
  return perSecond === null ? 0 : (1000 * PACE_MARGIN) / perSecond;
}

/** A time of the database, by this process's monotonic clock: it lies between the two. */
export type LocalTime = { earliest: number; latest: number };

/**
 * The local time of a moment `ms` after the database's clock was read.
 *
 * @param query when the clock was queried, and when the answer came.
 */
export function localTime(ms: number, query: { requestedAt: number; answeredAt: number }): LocalTime {
  return { earliest: query.requestedAt + ms, latest: query.answeredAt + ms };
}

/** By how much a request would be sent too late now; 0 when it is in time. */
export function lateness({ earliest }: LocalTime, now: number): number {
  const late = now - earliest;
  return late > LATE_MS ? late : 0;
}
