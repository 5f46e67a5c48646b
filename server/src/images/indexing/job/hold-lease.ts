import { randomUUID } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import { type Lease, type OpenJob, renewLease, takeLease } from "./jobs.ts";

/** Another process takes over the job when the lease was not renewed for this long. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

/** A job that this process holds: `signal` aborts when the lease is lost or the process must stop. */
export type Held = { lease: Lease; signal: AbortSignal; letGo(): Promise<void> };

/**
 * Takes the job's lease and renews it until it is released. When the process is asked to stop, the lease is released
 * at once.
 *
 * @returns null while another process holds the job.
 */
export async function holdLease(ctx: Context, job: OpenJob): Promise<Held | null> {
  const lease = { jobId: job.id, heldBy: randomUUID() };
  const inMs = (ms: number) => new Date(ctx.clock.now().getTime() + ms);
  if (!(await takeLease(ctx.db, lease, { now: ctx.clock.now(), until: inMs(LEASE_MS) }))) return null;
  const lost = new AbortController();
  const renew = async () => {
    if (!(await renewLease(ctx.db, lease, inMs(LEASE_MS)))) lost.abort();
  };
  const warn = (error: unknown) =>
    ctx.log.warn({ err: error, job: lease.jobId }, "indexing job lease renewal failed");
  const timer = setInterval(() => void renew().catch(warn), RENEW_MS).unref();
  const giveUp = () => {
    clearInterval(timer);
    return renewLease(ctx.db, lease, null).then(() => {}, warn);
  };
  ctx.signal.addEventListener("abort", giveUp, { once: true });
  return {
    lease,
    signal: AbortSignal.any([ctx.signal, lost.signal]),
    async letGo() {
      clearInterval(timer);
      ctx.signal.removeEventListener("abort", giveUp);
      await giveUp();
    },
  };
}
