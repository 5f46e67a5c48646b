import { randomInt } from "node:crypto";
import { DelegateBackoff, handleWhen, type IPolicy, retry } from "cockatiel";
import { FeedError } from "./feed-error.ts";

export type Retries = {
  /** How often a request is tried that may succeed later. */
  tries: number;
  /** About the pause before the second try; that before the third is four times as long. */
  pauseMs: number;
};

/** Tries again after errors that may be over by then (feeds.md, D17). */
export function retryRequests({ tries, pauseMs }: Retries): IPolicy {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) =>
    withJitter(pauseMs * 4 ** (attempt - 1)),
  );
  const isTransient = handleWhen((error) => error instanceof FeedError && error.transient);
  return retry(isTransient, { maxAttempts: tries - 1, backoff }).dangerouslyUnref();
}

/** Up to a quarter less or more: requests that failed together are tried again apart. */
function withJitter(ms: number): number {
  return (ms * randomInt(75, 126)) / 100;
}
