const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay after each failed attempt; after the last one the delivery has failed (decisions.md: Webhooks). */
export const retryDelays: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** An endpoint without a success for this long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR;

/** When to retry after that many attempts, the last at `at`; null when there is no further attempt. */
export function nextAttemptAt(attempts: number, at: Date): Date | null {
  const wait = retryDelays[attempts - 1];
  return wait === undefined ? null : new Date(at.getTime() + wait);
}
