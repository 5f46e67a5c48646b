import { recordChange } from "../audit/index.ts";
import { disabledBrokerages } from "../brokerages/index.ts";
import { type EnrollmentChange, undoEnrollmentChanges } from "../drips/index.ts";
import { type LeadChange, type LeadRow, lockLeads, undoLeadChange } from "../leads/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { BulkEditParams, BulkUndo, UndoneLead } from "./bulk-edits.schemas.ts";
import { heldBy } from "./edit-leads-in-bulk.ts";

type Changes = LeadChange & { drips: EnrollmentChange[] };
type Part = UndoneLead["changed_since"][number];

/**
 * Undoes a bulk edit of the caller, once: of each lead what has not changed since. What it would have sent is not sent.
 *
 * @throws AppError 404 `Bulk edit not found`, also for another caller's; 409 when it was undone before, or its time has passed.
 */
export async function undoBulkEdit(ctx: ActorContext, { bulk_id }: BulkEditParams): Promise<BulkUndo> {
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const edit = await ctx.db
      .selectFrom("lead_bulk_edits")
      .selectAll()
      .where("id", "=", bulk_id)
      .where("made_by", "=", ctx.caller ?? "")
      .forUpdate()
      .executeTakeFirst();
    if (!edit) throw new AppError("not_found", "Bulk edit not found");
    if (edit.undone_at !== null) throw new AppError("conflict", "The bulk edit was undone already");
    if (edit.undo_until <= now)
      throw new AppError("conflict", "Cannot undo the bulk edit: its time has passed. Edit the leads again");
    await ctx.db.updateTable("lead_bulk_edits").set({ undone_at: now }).where("id", "=", bulk_id).execute();

    await recordChange(ctx, {
      action: "update",
      targetType: "bulk_edit",
      targetId: bulk_id,
      brokerageId: ctx.actor.brokerageId,
      before: { undone_at: null },
      after: { undone_at: now },
    });
    const leads = new Map((await lockLeads(ctx, edit.lead_ids)).map((lead) => [lead.id, lead]));
    const closed = new Set(await disabledBrokerages(ctx.db));
    const rows = await ctx.db
      .selectFrom("lead_bulk_changes")
      .select(["lead_id", "changes"])
      .where("bulk_id", "=", bulk_id)
      .execute();
    const changes = new Map(rows.map((row) => [row.lead_id, row.changes as unknown as Changes]));
    const results: UndoneLead[] = [];
    for (const leadId of edit.lead_ids) {
      const lead = leads.get(leadId);
      const change = changes.get(leadId);
      if (!lead || !change) results.push(kept(leadId, "deleted"));
      else if (closed.has(lead.brokerage_id)) results.push(kept(leadId, "brokerage_disabled"));
      else results.push(await undoLead(ctx, lead, { change, by: heldBy(bulk_id) }));
    }
    return { id: bulk_id, undone_at: now, leads: results };
  });
}

const kept = (lead_id: number, why: Part): UndoneLead => ({
  lead_id,
  result: "kept",
  changed_since: [why],
});

async function undoLead(
  ctx: ActorContext,
  lead: LeadRow,
  { change, by }: { change: Changes; by: string },
): Promise<UndoneLead> {
  const parts = {
    ...(await undoLeadChange(ctx, lead, change, by)),
    drips: await undoEnrollmentChanges(ctx, lead.id, change.drips),
  };
  const changed_since = Object.entries(parts).flatMap(([part, { kept }]) => (kept > 0 ? (part as Part) : []));
  const isAnyUndone = Object.values(parts).some(({ undone }) => undone > 0);
  const result = changed_since.length === 0 ? "undone" : isAnyUndone ? "partly_undone" : "kept";
  return { lead_id: lead.id, result, changed_since };
}
