import { recordChange } from "../../audit/index.ts";
import { type LeadSettings, leadSettings } from "../../lead-settings/index.ts";
import { dropLeadAlerts } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Timestamp } from "../../platform/parse-timestamp.ts";
import { ensureAgent } from "../assignment/ensure-agent.ts";
import { contactColumns } from "../engagement/contacts/contact-columns.ts";
import { noFollowUp } from "../engagement/follow-ups/follow-up-columns.ts";
import type { LeadRow } from "../lead-row.ts";
import { announceMove } from "./announcements.ts";
import { decide, type History, type ReportedEvent } from "./decide.ts";
import { notBefore } from "./moment.ts";
import { moveDrips } from "./move-drips.ts";
import { legacyColumns } from "./projections.ts";
import { type NewEvent, recordEvent } from "./record-event.ts";
import { startedClock } from "./response-clock.ts";
import { stageHistory } from "./stage-history.ts";
import { isOpen } from "./stages.ts";
import type { Transition } from "./transitions.ts";

export type Report = Pick<NewEvent, "event" | "reasonCode" | "note" | "channel" | "payload" | "actor"> &
  Pick<ReportedEvent, "bySweep"> & {
    /** When it happened, where somebody says so. */
    said?: Timestamp | null;
  };

/**
 * The one place where a lead moves: decides, writes the timeline row, and moves the stage, the legacy fields, the response
 * clock, the follow-up and the drips with it, and announces that; a lead that is taken up again gets an agent who can. Call it in a transaction,
 * with the lead locked (`lockLead`).
 *
 * @returns the lead as it is now, and the timeline row.
 * @throws AppError 409 when the event is not legal now; 422 when it cannot have happened then.
 */
export async function applyEvent(ctx: Context, lead: LeadRow, report: Report) {
  const history = await stageHistory(ctx.db, lead);
  const now = nowAfter(history, ctx.clock.now());
  const { said = null, ...told } = report;
  const occurredAt = said === null ? now : notBefore(latestOf(history), said);
  const decision = decide(history, { ...told, occurredAt, now });
  if ("refused" in decision) {
    if (decision.refused === "illegal") throw new AppError("conflict", decision.why);
    throw impossible(decision.why);
  }
  const { transition } = decision;
  const row = await recordEvent(ctx, lead.id, {
    ...told,
    from: transition.from,
    to: transition.to,
    occurredAt,
    enteredAt: said !== null && occurredAt < now ? now : null,
    payload: { ...told.payload, ...(transition.demotion && { demotion: true }) },
  });
  const settings = await leadSettings(ctx.db, lead.brokerage_id);
  const moved = (await ctx.db
    .updateTable("leads")
    .set({ ...changes(ctx, lead, { transition, occurredAt, settings }), updated_at: now })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
  if (lead.response_stopped_at === null && moved.response_stopped_at !== null) {
    await dropLeadAlerts(ctx, lead.id);
  }
  if (transition.from !== transition.to) {
    await announceMove(ctx, moved, { ...transition, reasonCode: row.reason_code, occurredAt });
    await moveDrips(ctx, moved, { event: transition.event, settings });
  }
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: { stage: lead.stage, last_event: null },
    after: { stage: moved.stage, last_event: report.event },
  });
  return { lead: report.event === "lead_re_engaged" ? await ensureAgent(ctx, moved) : moved, event: row };
}

function latestOf({ receivedAt, events }: History): Date {
  return events.at(-1)?.occurredAt ?? receivedAt;
}

/** The process that wrote the last event may have a clock a little ahead of ours: what happens now comes after it. */
function nowAfter({ events }: History, now: Date): Date {
  const last = events.at(-1)?.occurredAt ?? now;
  return last > now ? last : now;
}

/** What a move changes in the lead's row. */
function changes(
  ctx: Context,
  lead: LeadRow,
  { transition, occurredAt, settings }: { transition: Transition; occurredAt: Date; settings: LeadSettings },
) {
  const { event, from, to } = transition;
  return {
    ...(from !== to && { stage: to, stage_entered_at: occurredAt }),
    ...legacyColumns(to, lead.pipeline_type),
    // Whatever takes a lead out of NEW, nobody is waited for any more.
    ...(from === "NEW" && lead.response_stopped_at === null && { response_stopped_at: occurredAt }),
    // Fresh from when it is known: nobody could have answered before.
    ...(to === "NEW" && startedClock(ctx.clock.now(), settings.response_target_seconds)),
    ...(event === "contact_attempted" &&
      contactColumns(lead, settings, { direction: "outbound", occurredAt })),
    ...(!isOpen(to) && noFollowUp),
  };
}

/** 422 for a time at which something cannot have happened. */
export function impossible(why: string): AppError {
  return new AppError("invalid", [{ loc: ["body", "occurred_at"], msg: why, type: "value_error" }]);
}
