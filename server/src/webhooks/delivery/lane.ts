import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type { Context } from "../../platform/context.ts";
import { type Attempt, attemptDelivery } from "./attempt-delivery.ts";
import { type ClaimedDelivery, claimDeliveries } from "./claim-deliveries.sql.ts";
import { releaseClaims } from "./release-claims.sql.ts";
import { EndpointSecrets } from "./secrets.ts";

/** Concurrent deliveries per endpoint; a failing endpoint gets one. */
const CONCURRENCY = 8;
/** Deliveries claimed at a time, few enough that all of them start long before the claim expires. */
const CLAIM_BATCH = 24;
/** A lane ends after this many deliveries, so that other endpoints get one. */
const MAX_PER_RUN = 200;
/** How often a lane checks for deliveries that became due while others are in flight. */
const POLL_MS = 250;
/** Lifetime of a claim. */
const CLAIM_MS = 60_000;
/** Must exceed the send timeout plus clock skew: a delivery is not started when its claim expires sooner. */
const CLAIM_MARGIN_MS = 25_000;

/** State that all lanes of a process share. */
export type LaneContext = {
  limit: LimitFunction;
  failingLimit: LimitFunction;
  settle(attempt: Attempt): Promise<void>;
  /** Whether the run is stopping: no delivery is started any more. */
  isStopping(): boolean;
  /** Aborts deliveries in flight. */
  abort: AbortSignal;
};

export function newLimits(): Pick<LaneContext, "limit" | "failingLimit"> {
  return { limit: pLimit(64), failingLimit: pLimit(32) };
}

/**
 * Sends the due deliveries of one endpoint, several at a time, until none is left or MAX_PER_RUN is reached.
 *
 * @returns how many deliveries were claimed.
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
    ctx.metrics.webhookAttempts.inc({ outcome: failing ? "failed" : "delivered" });
    await shared.settle(attempt);
  };
  const start = (delivery: ClaimedDelivery) => {
    const deliverLimited = () => shared.limit(() => deliver(delivery));
    const work: Promise<void> = (failing ? shared.failingLimit(deliverLimited) : deliverLimited())
      // Settling failed: once the claim expires the delivery is sent again under the same id.
      .catch((error) =>
        ctx.log.error(
          { err: error, delivery: delivery.id },
          "webhook delivery settlement failed, will retry",
        ),
      )
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
      for (const delivery of claimed.splice(0, Math.max(0, concurrency - inFlight.size))) start(delivery);
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
