import { disabledBrokerages } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { nurtureQuiet } from "./nurture-quiet.sql.ts";

const QUIET_MS = 30 * 86_400_000;
const BATCH = 1000;

/**
 * Registrations without activity for 30 days go to nurture, but for those that are there or dead (SPEC: Registration lead
 * status). Activity is a contact, a sign of interest, or anything that was changed of the lead: so it stays where somebody
 * has just put it. Nobody changes the leads of a disabled brokerage. Safe to run at any time, by any number of processes.
 *
 * @returns how many went.
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
