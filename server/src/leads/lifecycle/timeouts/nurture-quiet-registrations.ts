import { disabledBrokerages } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { nurtureQuiet } from "./nurture-quiet.sql.ts";

const QUIET_MS = 30 * 86_400_000;
const BATCH = 1000;

/**
 * Moves registrations without activity for 30 days to nurture, except those in nurture or dead (SPEC: Registration lead
 * status). A contact, a signal or any change of the lead counts as activity. Leads of disabled brokerages are not changed.
 * Safe at any time, in several processes at once.
 *
 * @returns the number of moved leads.
 */
export async function nurtureQuietRegistrations(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - QUIET_MS);
  const exceptBrokerages = await disabledBrokerages(ctx.db);
  let moved = 0;
  for (;;) {
    const went = await nurtureQuiet(ctx.db, { now, since, exceptBrokerages, limit: BATCH });
    moved += went;
    if (went < BATCH || ctx.signal.aborted) return moved;
  }
}
