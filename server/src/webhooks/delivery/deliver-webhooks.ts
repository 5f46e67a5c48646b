import { eventDeliveryJob } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { Lanes } from "./lanes.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { nextDue } from "./next-due.sql.ts";

/** Listing changes are checked less often: they may be up to a minute late and wake no job. */
const PASSES_PER_LISTING_CHECK = 20;
/** A run that takes longer leaves the rest to the next one. */
const MAX_RUN_MS = 5 * 60_000;
/** How long running attempts may take after the process was asked to stop. */
const GRACE_MS = 5000;
/** Deliveries due later than this are left to the schedule. */
const MAX_TIMER_MS = 60_000;

/**
 * Delivers webhook events until nothing is due. Safe with any number of processes: a delivery is claimed before it is
 * sent, and when its sender dies it is sent again under the same `webhook-id` once the claim expires. Endpoints do
 * not wait for each other: each has its own lane.
 */
export async function deliverWebhooks(ctx: Context): Promise<void> {
  const began = ctx.clock.now().getTime();
  const isOver = () => ctx.signal.aborted || ctx.clock.now().getTime() - began > MAX_RUN_MS;
  const abort = abortAfterGrace(ctx.signal);
  const lanes = new Lanes(ctx, isOver, abort.signal);
  let looks = 0;
  let moreListings = true;
  try {
    while (!isOver()) {
      const made = await makeDeliveries(ctx, {
        listings: moreListings || looks++ % PASSES_PER_LISTING_CHECK === 0,
      });
      moreListings = made.listings > 0;
      await lanes.open(made.endpoints);
      if (made.read > 0) continue;
      if (lanes.busy === 0) break;
      await lanes.waitForChange();
    }
  } finally {
    await lanes.end();
    abort.dispose();
  }
  if (ctx.signal.aborted) return;
  if (isOver()) ctx.jobs.wake(eventDeliveryJob);
  else await scheduleNextRun(ctx);
}

/** A signal that aborts some time after `stop`. */
function abortAfterGrace(stop: AbortSignal): { signal: AbortSignal; dispose(): void } {
  const abort = new AbortController();
  const begin = () => void setTimeout(() => abort.abort(), GRACE_MS).unref();
  stop.addEventListener("abort", begin, { once: true });
  return { signal: abort.signal, dispose: () => stop.removeEventListener("abort", begin) };
}

/** Sets a timer for the next retry when it is due before the schedule runs. */
async function scheduleNextRun(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const next = await nextDue(ctx.db, now);
  const wait = next === null ? Infinity : next.getTime() - now.getTime();
  clearTimeout(timers.get(ctx.jobs));
  if (wait > MAX_TIMER_MS) return;
  timers.set(ctx.jobs, setTimeout(() => ctx.jobs.wake(eventDeliveryJob), wait + 1).unref());
}

/** One timer per process. */
const timers = new WeakMap<Context["jobs"], NodeJS.Timeout>();
