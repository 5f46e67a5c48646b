import { recordChange } from "../../../audit/index.ts";
import { leadSettings } from "../../../lead-settings/index.ts";
import type { ActorContext, Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { Timestamp } from "../../../platform/parse-timestamp.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";
import { applyEvent, invalidOccurredAt } from "../../lifecycle/apply-event.ts";
import { notBefore, occurredAtOf } from "../../lifecycle/occurred-at.ts";
import { type EventActor, recordEvent } from "../../lifecycle/record-event.ts";
import { presentActor } from "../../lifecycle/timeline/present-timeline.ts";
import { recordSignal } from "../temperature/record-signal.ts";
import { contactColumns } from "./contact-columns.ts";
import type { ContactBody, LoggedContact } from "./contacts.schemas.ts";

type Contact = Pick<ContactBody, "channel" | "direction"> & {
  note: string | null;
  statedTime: Timestamp | null;
  /** The actor of the timeline row; the caller by default. */
  actor?: EventActor;
};

/**
 * Logs a call, an email or a text, to or from the lead, in any stage (decisions.md: Leads). The first outreach to a new lead
 * is its `contact_attempted` transition; other contacts leave the stage unchanged and may be backdated.
 *
 * @throws AppError 400 for an invalid channel, direction or time; 404 `Lead not found`; 422 for an impossible time.
 */
export async function logLeadContact(
  ctx: ActorContext,
  { lead_id, channel, direction, note, occurred_at }: LeadParams & ContactBody,
): Promise<LoggedContact> {
  const contact = { channel, direction, note: note || null, statedTime: occurredAtOf(occurred_at) };
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, lead_id);
    const isFirstOutreach = lead.stage === "NEW" && direction === "outbound";
    const { lead: after, event } = await (isFirstOutreach ? recordFirstOutreach : storeContact)(
      ctx,
      lead,
      contact,
    );
    return {
      id: event.id,
      lead_id,
      channel,
      direction,
      note: event.note,
      occurred_at: event.occurred_at,
      actor_entered_at: event.actor_entered_at,
      actor: presentActor(event),
      stage: after.stage,
    };
  });
}

function recordFirstOutreach(ctx: Context, lead: LeadRow, { direction, ...contact }: Contact) {
  return applyEvent(ctx, lead, {
    ...contact,
    event: "contact_attempted",
    payload: { direction },
  });
}

/** Stores a contact that leaves the stage unchanged. The caller has locked the lead. */
export async function storeContact(ctx: Context, lead: LeadRow, contact: Contact) {
  const { direction, channel, note, statedTime, actor } = contact;
  const now = ctx.clock.now();
  const occurredAt = statedTime === null ? now : notBefore(lead.created_at, statedTime);
  if (statedTime !== null) assertPossibleTime(lead, occurredAt, now);
  const event = await recordEvent(ctx, lead.id, {
    event: "contact_logged",
    channel,
    note,
    occurredAt,
    enteredAt: statedTime !== null && occurredAt < now ? now : null,
    payload: { direction },
    ...(actor && { actor }),
  });
  const settings = await leadSettings(ctx.db, lead.brokerage_id);
  const after = (await ctx.db
    .updateTable("leads")
    .set({ ...contactColumns(lead, settings, { direction, occurredAt }), updated_at: now })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
  if (direction === "inbound") await recordSignal(ctx, after, { kind: "reply", occurredAt });
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: { ...contactView(lead), last_event: null },
    after: { ...contactView(after), last_event: event.event_type },
  });
  return { lead: after, event };
}

/** A contact may be backdated before later events, unlike a transition. */
function assertPossibleTime({ created_at: receivedAt }: LeadRow, occurredAt: Date, now: Date): void {
  if (occurredAt > now) throw invalidOccurredAt("occurred_at is in the future");
  if (occurredAt < receivedAt) {
    throw invalidOccurredAt(`occurred_at is before the lead was received, ${receivedAt.toISOString()}`);
  }
}

function contactView({ last_contact, follow_up_due_at }: LeadRow) {
  return { last_contact, follow_up_due_at };
}
