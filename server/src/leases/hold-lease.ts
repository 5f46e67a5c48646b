import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../platform/context.ts";
import { deleteExpired, endLease, renewLease, takeLease } from "./leases.ts";

/** A worker that has not renewed its lease for so long is dead, or cut off from the database: others go on with its work. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;
/** Whoever waits for another one's lease looks so often. */
const LOOK_MS = 250;

/** `holder` is what rows and transactions are held against; `signal` is aborted when the lease is lost, or the work is to stop. */
export type Lease = { name: string; holder: string; signal: AbortSignal; end(): Promise<void> };

/**
 * Takes the lease of that name and renews it until `end`. While another worker has it, it waits; should that one die, it takes over.
 *
 * @returns null when the context's signal is aborted first.
 */
export async function holdLease(ctx: Context, name: string): Promise<Lease | null> {
  const held = { name, holder: randomUUID() };
  await deleteExpired(ctx.db);
  for (;;) {
    if (ctx.signal.aborted) return null;
    const asked = performance.now();
    if (await takeLease(ctx.db, held, LEASE_MS)) return renewed(ctx, held, asked);
    await delay(LOOK_MS, null, { signal: ctx.signal }).catch(() => {});
  }
}

/** Does `work` under the lease of that name, with a context whose signal says when it is lost; not at all when it is to stop before. */
export async function whileHeld<Ctx extends Context>(
  ctx: Ctx,
  name: string,
  work: (ctx: Ctx, lease: Lease) => Promise<void>,
): Promise<void> {
  const lease = await holdLease(ctx, name);
  if (lease === null) return;
  try {
    await work({ ...ctx, signal: lease.signal }, lease);
  } finally {
    await lease.end();
  }
}

function renewed(ctx: Context, held: { name: string; holder: string }, since: number): Lease {
  const lost = new AbortController();
  let until = since + LEASE_MS;
  const renew = async () => {
    const asked = performance.now();
    // It may be another one's by now, and while the database does not answer nobody can say.
    if (asked > until) lost.abort();
    try {
      if (await renewLease(ctx.db, held, LEASE_MS)) until = asked + LEASE_MS;
      else lost.abort();
    } catch (error) {
      ctx.log.warn({ err: error, lease: held.name }, "a lease cannot be renewed");
    }
  };
  const timer = setInterval(() => void renew(), RENEW_MS).unref();
  return {
    ...held,
    signal: AbortSignal.any([ctx.signal, lost.signal]),
    async end() {
      clearInterval(timer);
      await endLease(ctx.db, held).catch((error) =>
        ctx.log.warn({ err: error, lease: held.name }, "a lease ends by itself"),
      );
    },
  };
}
