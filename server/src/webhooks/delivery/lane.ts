import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type { Context } from "../../platform/context.ts";
import { type Attempt, attemptDelivery } from "./attempt-delivery.ts";
import { type ClaimedDelivery, claimDeliveries, releaseClaims } from "./claim-deliveries.sql.ts";
import { EndpointSecrets } from "./secrets.ts";

/** Deliveries of one endpoint at once; of one that is failing, one. */
const CONCURRENCY = 8;
/** Taken at a time: what is not under way yet begins long before the claim runs out. */
const CLAIM_BATCH = 24;
/** After so many a lane ends, so that other endpoints get theirs. */
const MAX_PER_RUN = 200;
/** While somebody takes their time, something else may have become due for the same endpoint. */
const POLL_MS = 250;
/** Then whoever has claimed a delivery is dead. */
const CLAIM_MS = 60_000;
/** Longer than a delivery takes, by more than clocks differ: later it is not begun any more. */
const CLAIM_MARGIN_MS = 25_000;

/** What all lanes of a process share. */
export type LaneContext = {
  limit: LimitFunction;
  failingLimit: LimitFunction;
  settle(attempt: Attempt): Promise<void>;
  /** Nothing new is begun. */
  isStopping(): boolean;
  /** Cuts short what is under way. */
  abort: AbortSignal;
};

export function newLimits(): Pick<LaneContext, "all" | "failing"> {
  return { limit: pLimit(64), failingLimit: pLimit(32) };
}

/**
 * Tells one endpoint what is due for it, several things at once, until nothing is, or others should have their turn.
 *
 * @returns how many deliveries were taken.
 */
export async function runLane(
  ctx: Context,
  endpoint: { id: number; failing: boolean },
  shared: LaneContext,
): Promise<number> {
  const secrets = new EndpointSecrets(ctx);
  const inFlight = new Set<Promise<void>>();
  let claimed: ClaimedDelivery[] = [];
  let taken = 0;
  let failing = endpoint.failing;

  const deliver = async (delivery: ClaimedDelivery) => {
    if (shared.isStopping() || isClaimExpiring(ctx, delivery))
      return releaseClaims(ctx.db, [delivery], ctx.clock.now());
    const attempt = await attemptDelivery(ctx, delivery, { secrets, signal: shared.abort });
    if (attempt === null) return releaseClaims(ctx.db, [delivery], ctx.clock.now());
    failing = attempt.failure !== null;
    await shared.settle(attempt);
  };
  const run = (delivery: ClaimedDelivery) => {
    const pass = () => shared.limit(() => deliver(delivery));
    const work: Promise<void> = (failing ? shared.failingLimit(pass) : pass())
      // The database is away: when the claim has run out it is sent again, under the same id.
      .catch((error) => ctx.log.error({ err: error, delivery: delivery.id }, "a webhook delivery waits"))
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  };

  try {
    for (;;) {
      const concurrency = failing ? 1 : CONCURRENCY;
      if (
        claimed.length === 0 &&
        inFlight.size < concurrency &&
        taken < MAX_PER_RUN &&
        !shared.isStopping()
      ) {
        claimed = await claim(ctx, endpoint.id, failing ? 1 : CLAIM_BATCH - inFlight.size);
        taken += claimed.length;
      }
      for (const delivery of claimed.splice(0, Math.max(0, concurrency - inFlight.size))) run(delivery);
      if (inFlight.size === 0) return taken;
      await settledOrTimeout(inFlight);
      if (failing || shared.isStopping()) await releaseClaims(ctx.db, claimed.splice(0), ctx.clock.now());
    }
  } finally {
    await Promise.all(inFlight);
    await releaseClaims(ctx.db, claimed, ctx.clock.now());
  }
}

async function settledOrTimeout(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  const waiting = new AbortController();
  const timeout = delay(POLL_MS, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([timeout, ...inFlight]);
  waiting.abort();
}

function claim(ctx: Context, endpointId: number, limit: number): Promise<ClaimedDelivery[]> {
  const now = ctx.clock.now();
  return claimDeliveries(ctx.db, { endpointId, now, until: new Date(now.getTime() + CLAIM_MS), limit });
}

function isClaimExpiring(ctx: Context, { claimed_until }: ClaimedDelivery): boolean {
  return ctx.clock.now().getTime() > claimed_until.getTime() - CLAIM_MARGIN_MS;
}
