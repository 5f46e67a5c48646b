import { recordChange } from "../../audit/index.ts";
import { type LeadSettings, leadSettings } from "../../lead-settings/index.ts";
import { dropLeadAlerts } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Timestamp } from "../../platform/parse-timestamp.ts";
import { ensureAgent } from "../assignment/ensure-agent.ts";
import { contactColumns } from "../engagement/contacts/contact-columns.ts";
import { noFollowUp } from "../engagement/follow-ups/change-follow-up.ts";
import type { LeadRow } from "../lead-row.ts";
import { announceStageChange } from "./announcements.ts";
import { decideTransition, type History, type ReportedEvent } from "./decide.ts";
import { notBefore } from "./occurred-at.ts";
import { legacyColumns } from "./projections.ts";
import { eventColumns, type NewEvent } from "./record-event.ts";
import { startedClock } from "./response-clock.ts";
import { stageHistory } from "./stage-history.ts";
import { isOpen } from "./stages.ts";
import type { Transition } from "./transitions.ts";
import { updateDrips } from "./update-drips.ts";
import { updateWithEvent } from "./update-with-event.sql.ts";

export type Report = Pick<NewEvent, "event" | "reasonCode" | "note" | "channel" | "payload" | "actor"> &
  Pick<ReportedEvent, "bySweep"> & {
    /** When the event happened, if the caller states it. */
    statedTime?: Timestamp | null;
  };

/**
 * Applies an event to a lead; every stage change goes through here. Decides, writes the timeline row, updates the stage, the
 * legacy fields, the response clock, the follow-up and the drips, and announces the change. A re-engaged lead gets an agent who
 * can receive leads. Call it in a transaction with the lead locked (`lockLead`).
 *
 * @returns the updated lead, and the timeline row.
 * @throws AppError 409 when the event is not legal now; 422 when it cannot have happened at that time.
 */
export async function applyEvent(ctx: Context, lead: LeadRow, report: Report) {
  const [history, settings] = await Promise.all([
    stageHistory(ctx.db, lead),
    leadSettings(ctx.db, lead.brokerage_id),
  ]);
  const now = nowAfter(history, ctx.clock.now());
  const { statedTime = null, ...event } = report;
  const occurredAt = statedTime === null ? now : notBefore(latestOf(history), statedTime);
  const decision = decideTransition(history, { ...event, occurredAt, now });
  if ("refused" in decision) {
    if (decision.refused === "illegal") throw new AppError("conflict", decision.why);
    throw invalidOccurredAt(decision.why);
  }
  const { transition } = decision;
  const row = eventColumns(ctx, {
    ...event,
    from: transition.from,
    to: transition.to,
    occurredAt,
    enteredAt: statedTime !== null && occurredAt < now ? now : null,
    payload: { ...event.payload, ...(transition.demotion && { demotion: true }) },
  });
  const columns = { ...changedColumns(ctx, lead, { transition, occurredAt, settings }), updated_at: now };
  const { lead: moved, eventId } = await updateWithEvent(ctx.db, lead.id, columns, row);
  if (transition.from !== transition.to)
    await announceStageChange(ctx, moved, { ...transition, reasonCode: row.reason_code, occurredAt });
  await Promise.all([
    lead.response_stopped_at === null && moved.response_stopped_at !== null && dropLeadAlerts(ctx, lead.id),
    transition.from !== transition.to && updateDrips(ctx, moved, { event: transition.event, settings }),
    recordChange(ctx, {
      action: "update",
      targetType: "lead",
      targetId: lead.id,
      brokerageId: lead.brokerage_id,
      before: { stage: lead.stage, last_event: null },
      after: { stage: moved.stage, last_event: report.event },
    }),
  ]);
  return {
    lead: report.event === "lead_re_engaged" ? await ensureAgent(ctx, moved) : moved,
    event: { id: eventId, ...row },
  };
}

function latestOf({ receivedAt, events }: History): Date {
  return events.at(-1)?.occurredAt ?? receivedAt;
}

/** Now, but not before the last event: the process that wrote it may have a clock slightly ahead. */
function nowAfter({ events }: History, now: Date): Date {
  const last = events.at(-1)?.occurredAt ?? now;
  return last > now ? last : now;
}

/** The columns that a transition changes. */
function changedColumns(
  ctx: Context,
  lead: LeadRow,
  { transition, occurredAt, settings }: { transition: Transition; occurredAt: Date; settings: LeadSettings },
) {
  const { event, from, to } = transition;
  return {
    ...(from !== to && { stage: to, stage_entered_at: occurredAt }),
    ...legacyColumns(to, lead.pipeline_type),
    // Every transition out of NEW stops the response clock.
    ...(from === "NEW" && lead.response_stopped_at === null && { response_stopped_at: occurredAt }),
    // Starts now, also for a backdated event: staff could not have responded before.
    ...(to === "NEW" && startedClock(ctx.clock.now(), settings.response_target_seconds)),
    ...(event === "contact_attempted" &&
      contactColumns(lead, settings, { direction: "outbound", occurredAt })),
    ...(!isOpen(to) && noFollowUp),
  };
}

/** 422 for an impossible `occurred_at`. */
export function invalidOccurredAt(why: string): AppError {
  return new AppError("invalid", [{ loc: ["body", "occurred_at"], msg: why, type: "value_error" }]);
}
