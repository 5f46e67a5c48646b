import { enrollNewLead } from "../../drips/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { raiseFlag } from "../contact-rules/flag-settings.ts";
import { hasUnsubscribed, unsubscribedByLink } from "../contact-rules/unsubscribed-by-link.ts";
import { heatAfter } from "../engagement/temperature/score.ts";
import type { SignalKind } from "../engagement/temperature/signals.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { announceLead } from "../lifecycle/announcements.ts";
import { dripEntry } from "../lifecycle/move-drips.ts";
import { legacyColumns } from "../lifecycle/projections.ts";
import { type EventActor, recordEvent } from "../lifecycle/record-event.ts";
import { startedClock } from "../lifecycle/response-clock.ts";
import type { PipelineType, Stage } from "../lifecycle/stages.ts";
import { pipelineOfSubject } from "./pipeline-of-subject.ts";
import { earlierLeads } from "./registration/earlier-leads.ts";
import type { RegistrationStatus } from "./registration/registration-statuses.ts";
import { senderOf } from "./suspicions.ts";

/** A lead as it arrives. Texts are trimmed; what was not said is null. */
export type NewLead = {
  brokerageId: number;
  source: LeadSource;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  notes?: string | null;
  source_domain: string | null;
  source_page: string | null;
  utm_source?: string | null;
  utm_medium?: string | null;
  utm_campaign?: string | null;
  /** The network address a form came from. */
  source_address?: string | null;
  suspicions?: string[];
  assigned_agent_id?: number | null;
  /** Of a registration: the name as entered, and where the registration stands. */
  registered_name?: string;
  registration_status?: RegistrationStatus;
  /** JSON text. */
  preferences?: string;
  /** Where it is known; else the subject tells. */
  pipeline_type?: PipelineType;
  /** NEW, but where staff know better. */
  stage?: Stage;
};

/** The first row of its timeline, and the sign of interest that comes with it. */
export type Arrival = {
  event: "contact_form_submission" | "manual_entry";
  payload?: object;
  actor?: EventActor;
  signal?: SignalKind;
  /** The `listing_id` of the listing that it came by. */
  propertyId?: string;
};

/**
 * Stores a lead with the first row of its timeline: neither is ever there without the other. In NEW, the response clock
 * starts. It is enrolled in the drips of the stage it begins in.
 */
export async function receiveLead(ctx: Context, lead: NewLead, arrival: Arrival): Promise<LeadRow> {
  const { signal: kind, propertyId = null, ...first } = arrival;
  const now = ctx.clock.now();
  const signal = kind && { kind, occurredAt: now };
  return inTransaction(ctx, async (ctx) => {
    const settings = await leadSettings(ctx.db, lead.brokerageId);
    const columns = leadColumns(lead, now);
    const row = (await ctx.db
      .insertInto("leads")
      .values({
        ...columns,
        ...(columns.stage === "NEW" && startedClock(now, settings.response_target_seconds)),
        ...(signal && { heat: heatAfter(null, signal), last_signal_at: now }),
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()) as LeadRow;
    await recordEvent(ctx, row.id, { ...first, from: null, to: columns.stage, occurredAt: now });
    await announceLead(ctx, row, propertyId);
    if (signal) {
      await ctx.db
        .insertInto("lead_signals")
        .values({ lead_id: row.id, kind: signal.kind, occurred_at: now })
        .execute();
    }
    // A bot types addresses of people who have asked for nothing; staff who see a person enroll them by hand.
    const hasLeft = await hasUnsubscribed(ctx.db, lead);
    if (!lead.suspicions?.includes("honeypot")) {
      const otherLeadIds = isPublic(arrival) && !hasLeft ? await otherLeadsOf(ctx, row) : [];
      await enrollNewLead(ctx, { ...dripEntry(row, settings), otherLeadIds });
    }
    // An opt-out is the person's, whichever lead it came by: they are enrolled and stopped at once, so that staff see why.
    if (hasLeft) await raiseFlag(ctx, row, unsubscribedByLink);
    return row;
  });
}

/** Whether anybody can have sent it; what staff enter is enrolled as they enter it. */
function isPublic({ event }: Arrival): boolean {
  return event === "contact_form_submission";
}

/** The other leads of the same email, the latest of very many. */
async function otherLeadsOf({ db }: Context, { id, brokerage_id, email }: LeadRow): Promise<number[]> {
  const leads = await earlierLeads(db, brokerage_id, email);
  return leads.map((each) => each.id).filter((each) => each !== id);
}

/** What a lead's row says from the moment it is received, whichever way. */
export function leadColumns({ brokerageId, stage = "NEW", ...lead }: NewLead, receivedAt: Date) {
  const path = lead.pipeline_type ?? pipelineOfSubject(lead.subject);
  return {
    ...lead,
    source_address: senderOf(lead.source_address),
    brokerage_id: brokerageId,
    pipeline_type: path,
    stage,
    stage_entered_at: receivedAt,
    ...legacyColumns(stage, path),
    last_contact: receivedAt,
    created_at: receivedAt,
  };
}
