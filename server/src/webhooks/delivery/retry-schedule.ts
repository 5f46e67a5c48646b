const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each attempt that failed the next one is made; after the last there is none (decisions.md: Webhooks). */
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

/** An endpoint for which nothing has succeeded for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR;

/** When to try again what has failed so often, the last time then; null: not again. */
export function nextAttemptAt(attempts: number, at: Date): Date | null {
  const wait = retryDelays[attempts - 1];
  return wait === undefined ? null : new Date(at.getTime() + wait);
}
