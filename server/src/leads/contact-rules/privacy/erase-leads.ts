import { eraseEnrollments } from "../../../drips/index.ts";
import type { Context } from "../../../platform/context.ts";
import { eraseDecisions } from "../../../routing/index.ts";
import { eraseTags } from "../../tags/erase-tags.ts";

/** A person has a few leads, but very many after a flood of forms with their email. */
const BATCH = 500;

export type ErasedLeads = {
  leads: number;
  timeline_events: number;
  signals: number;
  flags: number;
  tags: number;
  routing_decisions: number;
  drip_enrollments: number;
};

/**
 * The fields of a lead that stay in audit rows after an erasure. All other fields are personal data.
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
 * Deletes leads with their timelines, signals, flags, tags, routing decisions and drips. They must be locked
 * (`lockLeadsOfPerson`). Other slices delete their rows first; rows that a cascade deletes are not counted.
 */
export async function eraseLeads(ctx: Context, leadIds: readonly number[]): Promise<ErasedLeads> {
  const erased = {
    leads: 0,
    timeline_events: 0,
    signals: 0,
    flags: 0,
    tags: 0,
    routing_decisions: 0,
    // For all leads at once, so that enrollments are locked in one order.
    drip_enrollments: await eraseEnrollments(ctx, leadIds),
  };
  for (let at = 0; at < leadIds.length; at += BATCH) {
    const ids = leadIds.slice(at, at + BATCH);
    erased.timeline_events += await deleteRows(ctx, "lead_events", ids);
    erased.signals += await deleteRows(ctx, "lead_signals", ids);
    erased.flags += await deleteRows(ctx, "lead_flags", ids);
    erased.tags += await eraseTags(ctx.db, ids);
    erased.routing_decisions += await eraseDecisions(ctx, ids);
    const { numDeletedRows } = await ctx.db
      .deleteFrom("leads")
      .where("id", "in", ids)
      .executeTakeFirstOrThrow();
    erased.leads += Number(numDeletedRows);
  }
  return erased;
}

async function deleteRows(
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
