import { pruneAuditLog } from "../audit/index.ts";
import { sweepLeads } from "../leads/index.ts";
import { runDripPass } from "../outreach/index.ts";
import type { Context } from "../platform/context.ts";
import { sweepPrivacyRequests } from "../privacy/index.ts";
import type { SweepReport } from "./sweep.schemas.ts";

/** Each part of the sweep: how often it has done what. */
const parts: Record<string, (ctx: Context) => Promise<Partial<SweepReport["counts"]>>> = {
  leads: sweepLeads,
  privacy_requests: sweepPrivacyRequests,
  audit_log: async (ctx) => ({ audit_row_removed: await pruneAuditLog(ctx) }),
};

/**
 * Does everything whose time has come, and runs the drips (SPEC: Lifecycle sweep). Running it twice, or in several processes
 * at once, does nothing twice. What fails is left to the next one; the rest is done all the same.
 *
 * @throws when all is done, what went wrong.
 */
export async function runSweep(ctx: Context): Promise<SweepReport> {
  const began = performance.now();
  let counts: SweepReport["counts"];
  let drips: Awaited<ReturnType<typeof runDripPass>>;
  try {
    counts = await sweepAlone(ctx);
  } finally {
    // After the timeouts, which end drips and begin others.
    drips = await runDripPass(ctx);
  }
  const took_ms = Math.round(performance.now() - began);
  return { counts, drips: { counts: drips.counts, notes: drips.notes }, took_ms };
}

/**
 * The sweep without the drips, once a minute by itself: alerts do not wait until ten thousand mails have left.
 *
 * @throws the first error, when all is done; the log has each of them.
 */
export async function sweepAlone(ctx: Context): Promise<SweepReport["counts"]> {
  // Whoever asks for it, what it does is nobody's doing.
  const own: Context = { ...ctx, actor: null };
  const counts: SweepReport["counts"] = {};
  const errors: unknown[] = [];
  for (const [part, run] of Object.entries(parts)) {
    try {
      Object.assign(counts, await run(own));
    } catch (error) {
      ctx.log.error({ err: error, part }, "sweep part failed");
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return counts;
}
