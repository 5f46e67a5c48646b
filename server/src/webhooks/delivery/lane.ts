import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type { Context } from "../../platform/context.ts";
import { type Attempt, attemptDelivery } from "./attempt-delivery.ts";
import { type ClaimedDelivery, claimDeliveries, giveBack } from "./claim-deliveries.sql.ts";
import { Secrets } from "./secrets.ts";

/** Deliveries of one endpoint at once; of one that is failing, one. */
const AT_ONCE = 8;
/** Taken at a time: what is not under way yet begins long before the claim runs out. */
const CLAIMED = 24;
/** After so many a lane ends, so that other endpoints get theirs. */
const LONGEST = 200;
/** While somebody takes their time, something else may have become due for the same endpoint. */
const LOOK_AGAIN_MS = 250;
/** Then whoever has claimed a delivery is dead. */
const CLAIM_MS = 60_000;
/** Longer than a delivery takes, by more than clocks differ: later it is not begun any more. */
const SPARE_MS = 25_000;

/** What all lanes of a process share. */
export type Traffic = {
  all: LimitFunction;
  failing: LimitFunction;
  settle(attempt: Attempt): Promise<void>;
  /** Nothing new is begun. */
  ending(): boolean;
  /** Cuts short what is under way. */
  cut: AbortSignal;
};

export function newLimits(): Pick<Traffic, "all" | "failing"> {
  return { all: pLimit(64), failing: pLimit(32) };
}

/**
 * Tells one endpoint what is due for it, several things at once, until nothing is, or others should have their turn.
 *
 * @returns how many deliveries were taken.
 */
export async function runLane(
  ctx: Context,
  endpoint: { id: number; failing: boolean },
  traffic: Traffic,
): Promise<number> {
  const secrets = new Secrets(ctx);
  const underWay = new Set<Promise<void>>();
  let claimed: ClaimedDelivery[] = [];
  let taken = 0;
  let failing = endpoint.failing;

  const tell = async (delivery: ClaimedDelivery) => {
    if (traffic.ending() || tooLate(ctx, delivery)) return giveBack(ctx.db, [delivery], ctx.clock.now());
    const attempt = await attemptDelivery(ctx, delivery, { secrets, signal: traffic.cut });
    if (attempt === null) return giveBack(ctx.db, [delivery], ctx.clock.now());
    failing = attempt.failure !== null;
    await traffic.settle(attempt);
  };
  const begin = (delivery: ClaimedDelivery) => {
    const pass = () => traffic.all(() => tell(delivery));
    const work: Promise<void> = (failing ? traffic.failing(pass) : pass())
      // The database is away: when the claim has run out it is sent again, under the same id.
      .catch((error) => ctx.log.error({ err: error, delivery: delivery.id }, "a webhook delivery waits"))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  try {
    for (;;) {
      const atOnce = failing ? 1 : AT_ONCE;
      if (claimed.length === 0 && underWay.size < atOnce && taken < LONGEST && !traffic.ending()) {
        claimed = await claim(ctx, endpoint.id, failing ? 1 : CLAIMED - underWay.size);
        taken += claimed.length;
      }
      for (const delivery of claimed.splice(0, Math.max(0, atOnce - underWay.size))) begin(delivery);
      if (underWay.size === 0) return taken;
      await oneOrAWhile(underWay);
      if (failing || traffic.ending()) await giveBack(ctx.db, claimed.splice(0), ctx.clock.now());
    }
  } finally {
    await Promise.all(underWay);
    await giveBack(ctx.db, claimed, ctx.clock.now());
  }
}

async function oneOrAWhile(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  const waiting = new AbortController();
  const aWhile = delay(LOOK_AGAIN_MS, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([aWhile, ...underWay]);
  waiting.abort();
}

function claim(ctx: Context, endpointId: number, limit: number): Promise<ClaimedDelivery[]> {
  const now = ctx.clock.now();
  return claimDeliveries(ctx.db, { endpointId, now, until: new Date(now.getTime() + CLAIM_MS), limit });
}

function tooLate(ctx: Context, { claimed_until }: ClaimedDelivery): boolean {
  return ctx.clock.now().getTime() > claimed_until.getTime() - SPARE_MS;
}
