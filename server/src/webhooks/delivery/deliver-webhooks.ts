import { announcedJob } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { nextDue } from "./due-endpoints.sql.ts";
import { Lanes } from "./lanes.ts";
import { makeDeliveries } from "./make-deliveries.ts";

/** Listings are looked for less often: they tell of themselves within a minute, and announce nothing. */
const PASSES_PER_LISTING_CHECK = 20;
/** A call that has gone on for so long leaves the rest to the next one. */
const MAX_RUN_MS = 5 * 60_000;
/** What is under way when the process is asked to stop may take so long. */
const GRACE_MS = 5000;
/** What is due later than that, the schedule finds. */
const MAX_TIMER_MS = 60_000;

/**
 * Tells webhooks what has happened, until nothing is due. Safe with any number of processes: a delivery is claimed before it is
 * sent, and when its sender dies it is sent again under the same `webhook-id` once the claim has run out. No endpoint waits for
 * another one: each has a lane of its own.
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
  if (isOver()) ctx.jobs.wake(announcedJob);
  else await scheduleNextRun(ctx);
}

/** Aborted some time after the other signal. */
function abortAfterGrace(stop: AbortSignal): { signal: AbortSignal; dispose(): void } {
  const abort = new AbortController();
  const begin = () => void setTimeout(() => abort.abort(), GRACE_MS).unref();
  stop.addEventListener("abort", begin, { once: true });
  return { signal: abort.signal, dispose: () => stop.removeEventListener("abort", begin) };
}

/** The first retry is after seconds: it need not wait for the schedule. */
async function scheduleNextRun(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const next = await nextDue(ctx.db, now);
  const wait = next === null ? Infinity : next.getTime() - now.getTime();
  clearTimeout(timers.get(ctx.jobs));
  if (wait > MAX_TIMER_MS) return;
  timers.set(ctx.jobs, setTimeout(() => ctx.jobs.wake(announcedJob), wait + 1).unref());
}

/** One a process. */
const timers = new WeakMap<Context["jobs"], NodeJS.Timeout>();
