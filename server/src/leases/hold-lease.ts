import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../platform/context.ts";
import { deleteExpired, endLease, renewLease, takeLease } from "./leases.ts";

/**
 * A lease that was not renewed for this long has expired: its worker is dead or cut off from the database, and others
 * take over.
 */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;
/** How often a waiting worker checks for an expired or released lease. */
const POLL_MS = 250;

type LeaseContext = Pick<Context, "db" | "log" | "signal">;

/** `holder` identifies the worker in claims; `signal` aborts when the lease is lost, or the work must stop. */
export type Lease = { name: string; holder: string; signal: AbortSignal; end(): Promise<void> };

/**
 * Takes the lease of that name and renews it until `end`. Waits while another worker holds it, and takes over when
 * that one dies.
 *
 * @returns null when the context's signal is aborted first.
 */
export async function holdLease(ctx: LeaseContext, name: string): Promise<Lease | null> {
  await deleteExpired(ctx.db);
  for (;;) {
    if (ctx.signal.aborted) return null;
    const lease = await tryLease(ctx, name);
    if (lease) return lease;
    await delay(POLL_MS, null, { signal: ctx.signal }).catch(() => {});
  }
}

/** Takes the lease of that name and renews it until `end`; null while another worker holds it. */
export async function tryLease(ctx: LeaseContext, name: string): Promise<Lease | null> {
  const held = { name, holder: randomUUID() };
  const requestedAt = performance.now();
  return (await takeLease(ctx.db, held, LEASE_MS)) ? renewed(ctx, held, requestedAt) : null;
}

/**
 * Runs `work` under the lease of that name, with a context whose signal aborts when the lease is lost; does not run it
 * when stopped first.
 *
 * @returns what `work` returns; null when it did not run.
 */
export async function whileHeld<Ctx extends Context, Result>(
  ctx: Ctx,
  name: string,
  work: (ctx: Ctx, lease: Lease) => Promise<Result>,
): Promise<Result | null> {
  const lease = await holdLease(ctx, name);
  if (lease === null) return null;
  try {
    return await work({ ...ctx, signal: lease.signal }, lease);
  } finally {
    await lease.end();
  }
}

function renewed(ctx: LeaseContext, held: { name: string; holder: string }, since: number): Lease {
  const lost = new AbortController();
  let until = since + LEASE_MS;
  const renew = async () => {
    const requestedAt = performance.now();
    // While the database does not answer, another worker may have taken the lease.
    if (requestedAt > until) lost.abort();
    try {
      if (await renewLease(ctx.db, held, LEASE_MS)) until = requestedAt + LEASE_MS;
      else lost.abort();
    } catch (error) {
      ctx.log.warn({ err: error, lease: held.name }, "lease renewal failed");
    }
  };
  const timer = setInterval(() => void renew(), RENEW_MS).unref();
  return {
    ...held,
    signal: AbortSignal.any([ctx.signal, lost.signal]),
    async end() {
      clearInterval(timer);
      await endLease(ctx.db, held).catch((error) =>
        ctx.log.warn({ err: error, lease: held.name }, "lease release failed, lease will expire"),
      );
    },
  };
}
