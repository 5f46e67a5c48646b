const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What follows a failed attempt to send a message. */
export type RetryPolicy = {
  /** The wait after the first failure, the second, …; the last one is repeated. */
  backoffMs: readonly number[];
  /** The failure after which the message is given up; null: it is retried until it expires. */
  maxFailures: number | null;
  /** Age at which a message that has not left is given up; null: it does not expire. */
  expiresAfterMs: number | null;
  /** Whether a server's permanent refusal (5xx) counts as one failure, instead of ending the message at once. */
  retriesRefusal: boolean;
  /** Consecutive temporary failures after which the server counts as down, and a run leaves the rest to the next run. */
  maxConsecutiveFailures: number;
};

export const retryPolicies = {
  /** Mail, texts and pushes that are due by themselves. */
  standard: {
    backoffMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
    maxFailures: null,
    expiresAfterMs: 3 * DAY_MS,
    retriesRefusal: false,
    maxConsecutiveFailures: 10,
  },
  /** Alerts of saved searches: what they tell is composed anew at each attempt, so that it stays true (search.md, D47). */
  alerts: {
    backoffMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
    maxFailures: null,
    expiresAfterMs: 7 * DAY_MS,
    retriesRefusal: false,
    maxConsecutiveFailures: 10,
  },
  /** Drip steps: one attempt in a pass, and the third consecutive failure stops the enrollment (SPEC: Drip sending rules). */
  drip: {
    backoffMs: [0],
    maxFailures: 3,
    expiresAfterMs: null,
    retriesRefusal: true,
    maxConsecutiveFailures: 20,
  },
} as const satisfies Record<string, RetryPolicy>;

export type Attempt = { failuresBefore: number; firstDueAt: Date; isRefused: boolean };

/** @returns when a message is tried again after a failed attempt; null when it is given up. */
export function nextAttempt(policy: RetryPolicy, attempt: Attempt, now: Date): Date | null {
  const { failuresBefore, firstDueAt, isRefused } = attempt;
  if (isRefused && !policy.retriesRefusal) return null;
  if (policy.maxFailures !== null && failuresBefore + 1 >= policy.maxFailures) return null;
  if (isExpired(policy, firstDueAt, now)) return null;
  return new Date(now.getTime() + backoffMs(policy, failuresBefore));
}

export function backoffMs({ backoffMs }: RetryPolicy, failuresBefore: number): number {
  return backoffMs[Math.min(failuresBefore, backoffMs.length - 1)] ?? 0;
}

export function isExpired({ expiresAfterMs }: RetryPolicy, firstDueAt: Date, now: Date): boolean {
  return expiresAfterMs !== null && now.getTime() - firstDueAt.getTime() >= expiresAfterMs;
}
