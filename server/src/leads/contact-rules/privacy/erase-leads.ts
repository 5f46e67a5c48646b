import { eraseEnrollments } from "../../../drips/index.ts";
import type { Context } from "../../../platform/context.ts";
import { eraseDecisions } from "../../../routing/index.ts";

/** A person has some; one that a flood came in the name of may have very many. */
const BATCH = 500;

export type ErasedLeads = {
  leads: number;
  timeline_events: number;
  signals: number;
  flags: number;
  routing_decisions: number;
  drip_enrollments: number;
};

/**
 * What an audit row of a lead may go on saying once the person is erased: where the lead stood, and whose it was. Everything
 * else in it was written about them, or by them.
 */
export const impersonalLeadFields = [
  "stage",
  "pipeline_type",
  "status",
  "assigned_agent_id",
  "registration_status",
  "follow_up_source",
  "last_event",
] as const;

/**
 * Removes leads for good, with their timelines, signals, flags, routing decisions and drips. They must be held (`holdLeadsOf`);
 * what other slices keep of them they must have removed before, or it goes uncounted.
 */
export async function eraseLeads(ctx: Context, leadIds: readonly number[]): Promise<ErasedLeads> {
  const erased = {
    leads: 0,
    timeline_events: 0,
    signals: 0,
    flags: 0,
    routing_decisions: 0,
    // All at once: they are locked in one order, whoever's they are.
    drip_enrollments: await eraseEnrollments(ctx, leadIds),
  };
  for (let at = 0; at < leadIds.length; at += BATCH) {
    const ids = leadIds.slice(at, at + BATCH);
    erased.timeline_events += await eraseOf(ctx, "lead_events", ids);
    erased.signals += await eraseOf(ctx, "lead_signals", ids);
    erased.flags += await eraseOf(ctx, "lead_flags", ids);
    erased.routing_decisions += await eraseDecisions(ctx, ids);
    const { numDeletedRows } = await ctx.db
      .deleteFrom("leads")
      .where("id", "in", ids)
      .executeTakeFirstOrThrow();
    erased.leads += Number(numDeletedRows);
  }
  return erased;
}

async function eraseOf(
  { db }: Context,
  table: "lead_events" | "lead_signals" | "lead_flags",
  leadIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where("lead_id", "in", leadIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
