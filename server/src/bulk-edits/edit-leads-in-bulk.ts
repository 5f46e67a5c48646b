import { recordChange } from "../audit/index.ts";
import { enrollmentsOfLeads, holdChangedEnrollments } from "../drips/index.ts";
import { holdEvents } from "../event-outbox/index.ts";
import { type LeadRow, leadChanges, leadStates, lockVisibleLeads } from "../leads/index.ts";
import { holdMessages } from "../messages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import { AppError, type ErrorCode } from "../platform/errors.ts";
import { actions } from "./actions.ts";
import { type BulkEdit, type BulkEditBody, type LeadResult, UNDO_MS } from "./bulk-edits.schemas.ts";

/**
 * Mails, pushes, webhooks and first steps of drips are held back for longer than the edit can be undone: by what deliveries allow for
 * clocks (10 s), and by what the clock of the process that undoes may be behind.
 */
const HELD_MS = UNDO_MS + 15_000;

/**
 * Edits many leads in one transaction; a lead that cannot be edited is refused, and the others are edited. What would be sent because
 * of it waits until the edit can no longer be undone.
 *
 * @throws AppError for what is wrong with the request itself: 400, 403, 404 `Sequence not found`, 422.
 */
export async function editLeadsInBulk(ctx: ActorContext, input: BulkEditBody): Promise<BulkEdit> {
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const ids = [...new Set(input.lead_ids)];
    const leads = await lockVisibleLeads(ctx, ids);
    const edit = await actions[input.action](ctx, input, [...leads.values()]);
    const { id } = await ctx.db
      .insertInto("lead_bulk_edits")
      .values({
        made_by: ctx.caller ?? "",
        action: input.action,
        lead_ids: [],
        created_at: now,
        undo_until: new Date(now.getTime() + UNDO_MS),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const until = new Date(now.getTime() + HELD_MS);
    holdEvents(ctx, { until, by: heldBy(id) });
    holdMessages(ctx, until);

    const states = await leadStates(ctx.db, [...leads.keys()]);
    const enrollments = await enrollmentsOfLeads(ctx.db, [...leads.keys()]);
    const results: LeadResult[] = [];
    for (const leadId of ids)
      results.push(await resultOf(leadId, leads.get(leadId), (lead) => edit(ctx, lead)));
    const done = results.filter(({ result }) => result === "done").map(({ lead_id }) => lead_id);
    const drips = await holdChangedEnrollments(ctx.db, { before: enrollments, leadIds: done, until });
    const changes = await leadChanges(
      ctx.db,
      new Map([...states].filter(([leadId]) => done.includes(leadId))),
    );
    if (done.length > 0) {
      await ctx.db.updateTable("lead_bulk_edits").set({ lead_ids: done }).where("id", "=", id).execute();
      await ctx.db
        .insertInto("lead_bulk_changes")
        .values(
          done.map((lead_id) => ({
            bulk_id: id,
            lead_id,
            changes: toJsonb({
              ...changes.get(lead_id),
              drips: drips.filter(({ after }) => after.lead_id === lead_id),
            }),
          })),
        )
        .execute();
    }
    await recordChange(ctx, {
      action: "create",
      targetType: "bulk_edit",
      targetId: id,
      brokerageId: ctx.actor.brokerageId,
      after: { action: input.action, done: done.length, refused: ids.length - done.length },
    });
    return {
      id,
      action: input.action,
      created_at: now,
      undo_until: new Date(now.getTime() + UNDO_MS),
      done: done.length,
      refused: ids.length - done.length,
      leads: results,
    };
  });
}

/** The name of an edit, for what it holds back. */
export function heldBy(id: number): string {
  return `bulk edit ${id}`;
}

/** Refusals that concern one lead. Any other error ends the request. */
const OF_ONE_LEAD: readonly ErrorCode[] = ["bad_request", "not_found", "conflict", "invalid"];

async function resultOf(
  lead_id: number,
  lead: LeadRow | undefined,
  edit: (lead: LeadRow) => Promise<unknown>,
): Promise<LeadResult> {
  if (!lead) return { lead_id, result: "refused", reason: "Lead not found" };
  try {
    await edit(lead);
    return { lead_id, result: "done", reason: null };
  } catch (error) {
    if (!(error instanceof AppError && OF_ONE_LEAD.includes(error.code))) throw error;
    return { lead_id, result: "refused", reason: error.message };
  }
}
