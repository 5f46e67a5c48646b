import { type Static, Type } from "typebox";
import { pruneAuditLog } from "../audit/index.ts";
import { sweepLeads } from "../leads/index.ts";
import type { UsesListings } from "../listings/index.ts";
import { runDripPass } from "../outreach/index.ts";
import type { Context } from "../platform/context.ts";
import { Component } from "../platform/http/component.ts";
import { sweepPrivacyRequests } from "../privacy/index.ts";
import { matchChanges, runAlerts, type UsesSavedSearches } from "../saved-searches/index.ts";

const Counts = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });

export const SweepReport = Component("SweepReport", {
  counts: Counts("How often each action was taken"),
  drips: Type.Object({
    counts: Counts("What became of the drip steps that were due"),
    notes: Type.Array(Type.String()),
  }),
  took_ms: Type.Integer({ minimum: 0, description: "Milliseconds" }),
});
export type SweepReport = Static<typeof SweepReport>;

/** What the sweep uses. */
export type SweepContext = Context<UsesListings & UsesSavedSearches>;

/** The parts of the sweep. Each returns the count of its actions. */
const parts: Record<string, (ctx: Context) => Promise<Partial<SweepReport["counts"]>>> = {
  leads: sweepLeads,
  privacy_requests: sweepPrivacyRequests,
  audit_log: async (ctx) => ({ audit_row_removed: await pruneAuditLog(ctx) }),
};

/**
 * Runs everything that is due, the drips and the alerts of saved searches (SPEC: Lifecycle sweep; search.md, D49). Safe to repeat, and in
 * several processes at once. A failed part does not stop the others; the next sweep retries it.
 *
 * @throws the first error, after all parts have run.
 */
export async function runSweep(ctx: SweepContext): Promise<SweepReport> {
  const began = performance.now();
  const errors: unknown[] = [];
  const attempt = async <Result>(part: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await part();
    } catch (error) {
      errors.push(error);
      return null;
    }
  };
  const counts = await attempt(() => runSweepWithoutDrips(ctx));
  // After the timeouts, which stop and start drips.
  const drips = await attempt(() => runDripPass(ctx));
  const alerts = await attempt(async () => {
    await matchChanges(ctx);
    return runAlerts(ctx);
  });
  if (errors.length > 0) throw errors[0];
  const took_ms = Math.round(performance.now() - began);
  return {
    counts: { ...counts, ...alerts },
    drips: { counts: drips?.counts ?? {}, notes: drips?.notes ?? [] },
    took_ms,
  };
}

/**
 * The sweep without the drips, scheduled once a minute, so that alerts do not wait for thousands of drip mails.
 *
 * @throws the first error, after all parts have run; all errors are logged.
 */
export async function runSweepWithoutDrips(ctx: Context): Promise<SweepReport["counts"]> {
  // The system is the actor, also when an operator runs the sweep.
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
