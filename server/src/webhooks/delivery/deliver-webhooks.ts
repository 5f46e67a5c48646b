import { announcedJob } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { nextDue } from "./due-endpoints.sql.ts";
import { Lanes } from "./lanes.ts";
import { makeDeliveries } from "./make-deliveries.ts";

/** Listings are looked for less often: they tell of themselves within a minute, and announce nothing. */
const LISTINGS_EVERY = 20;
/** A call that has gone on for so long leaves the rest to the next one. */
const PASS_MS = 5 * 60_000;
/** What is under way when the process is asked to stop may take so long. */
const GRACE_MS = 5000;
/** What is due later than that, the schedule finds. */
const SOON_MS = 60_000;

/**
 * Tells webhooks what has happened, until nothing is due. Safe with any number of processes: a delivery is claimed before it is
 * sent, and when its sender dies it is sent again under the same `webhook-id` once the claim has run out. No endpoint waits for
 * another one: each has a lane of its own.
 */
export async function deliverWebhooks(ctx: Context): Promise<void> {
  const began = ctx.clock.now().getTime();
  const over = () => ctx.signal.aborted || ctx.clock.now().getTime() - began > PASS_MS;
  const cut = cutAfter(ctx.signal);
  const lanes = new Lanes(ctx, over, cut.signal);
  let looks = 0;
  let moreListings = true;
  try {
    while (!over()) {
      const made = await makeDeliveries(ctx, { listings: moreListings || looks++ % LISTINGS_EVERY === 0 });
      moreListings = made.listings > 0;
      await lanes.open(made.endpoints);
      if (made.read > 0) continue;
      if (lanes.busy === 0) break;
      await lanes.change();
    }
  } finally {
    await lanes.end();
    cut.forget();
  }
  if (ctx.signal.aborted) return;
  if (over()) ctx.jobs.wake(announcedJob);
  else await wakeInTime(ctx);
}

/** Aborted some time after the other signal. */
function cutAfter(stop: AbortSignal): { signal: AbortSignal; forget(): void } {
  const cut = new AbortController();
  const begin = () => void setTimeout(() => cut.abort(), GRACE_MS).unref();
  stop.addEventListener("abort", begin, { once: true });
  return { signal: cut.signal, forget: () => stop.removeEventListener("abort", begin) };
}

/** The first retry is after seconds: it need not wait for the schedule. */
async function wakeInTime(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const next = await nextDue(ctx.db, now);
  const wait = next === null ? Infinity : next.getTime() - now.getTime();
  clearTimeout(timers.get(ctx.jobs));
  if (wait > SOON_MS) return;
  timers.set(ctx.jobs, setTimeout(() => ctx.jobs.wake(announcedJob), wait + 1).unref());
}

/** One a process. */
const timers = new WeakMap<Context["jobs"], NodeJS.Timeout>();
