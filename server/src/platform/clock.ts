/** The source of time. Operations read it from the context, so that tests can run a year of sweeps. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in UTC, `YYYY-MM-DD`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Whole days since 1970-01-01 of a `YYYY-MM-DD` date. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000);
}

/** The `YYYY-MM-DD` date of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return utcDay(new Date(day * 86_400_000));
}
