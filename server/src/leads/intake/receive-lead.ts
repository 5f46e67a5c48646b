import { enrollNewLead } from "../../drips/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { setFlag } from "../contact-rules/flag-settings.ts";
import { hasUnsubscribed, unsubscribedByLink } from "../contact-rules/unsubscribed-by-link.ts";
import { heatAfter, type SignalKind } from "../engagement/temperature/score.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { announceLeadCreated } from "../lifecycle/announcements.ts";
import { legacyColumns } from "../lifecycle/projections.ts";
import { type EventActor, recordEvent } from "../lifecycle/record-event.ts";
import { startedClock } from "../lifecycle/response-clock.ts";
import type { PipelineType, Stage } from "../lifecycle/stages.ts";
import { dripEntry } from "../lifecycle/update-drips.ts";
import { earlierLeads } from "./registration/earlier-leads.ts";
import type { RegistrationStatus } from "./registration/registration-statuses.ts";
import { senderKey } from "./suspicions.ts";

/** A lead to store. Texts are trimmed; absent values are null. */
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
  /** Registrations only: the name as entered, and the registration status. */
  registered_name?: string;
  registration_status?: RegistrationStatus;
  /** JSON text. */
  preferences?: string;
  /** Derived from the subject by default. */
  pipeline_type?: PipelineType;
  /** NEW by default. */
  stage?: Stage;
};

/** The first timeline row of a lead, and its first signal. */
export type Arrival = {
  event: "contact_form_submission" | "manual_entry";
  payload?: object;
  actor?: EventActor;
  signal?: SignalKind;
  /** The `listing_id` of the form's listing. */
  propertyId?: string;
};

/**
 * Stores a lead with its first timeline row, in one transaction. In NEW, the response clock starts. The lead is enrolled in
 * the drips of its stage.
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
    await announceLeadCreated(ctx, row, propertyId);
    if (signal) {
      await ctx.db
        .insertInto("lead_signals")
        .values({ lead_id: row.id, kind: signal.kind, occurred_at: now })
        .execute();
    }
    // A bot enters addresses of people who did not ask for mail. Staff can enroll a real person by hand.
    const isUnsubscribed = await hasUnsubscribed(ctx.db, lead);
    if (!lead.suspicions?.includes("honeypot")) {
      const otherLeadIds = isPublicForm(arrival) && !isUnsubscribed ? await otherLeadsOfPerson(ctx, row) : [];
      await enrollNewLead(ctx, { ...dripEntry(row, settings), otherLeadIds });
    }
    // An opt-out covers all leads of the person. The enrollment is stored and stopped at once, so that staff see why.
    if (isUnsubscribed) await setFlag(ctx, row, unsubscribedByLink);
    return row;
  });
}

/** Whether the lead came by a public form. Enrollment of manual leads has no limit per person. */
function isPublicForm({ event }: Arrival): boolean {
  return event === "contact_form_submission";
}

/** The latest other leads of the same email. */
async function otherLeadsOfPerson({ db }: Context, { id, brokerage_id, email }: LeadRow): Promise<number[]> {
  const leads = await earlierLeads(db, brokerage_id, email);
  return leads.map((each) => each.id).filter((each) => each !== id);
}

/** The columns of a new lead, for every intake. */
export function leadColumns({ brokerageId, stage = "NEW", ...lead }: NewLead, receivedAt: Date) {
  const path = lead.pipeline_type ?? pipelineOfSubject(lead.subject);
  return {
    ...lead,
    source_address: senderKey(lead.source_address),
    brokerage_id: brokerageId,
    pipeline_type: path,
    stage,
    stage_entered_at: receivedAt,
    ...legacyColumns(stage, path),
    last_contact: receivedAt,
    created_at: receivedAt,
  };
}

/** Words of sellers in a subject (decisions.md: Leads). */
const SELLING = [
  "sell",
  "selling",
  "list my home",
  "valuation",
  "home value",
  "what(?:'s|’s| is) my home worth",
  "cma",
].join("|");

/** Whole words in every alphabet: `\b` would find "sell" in "résell". */
const WHOLE = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${SELLING})(?![\\p{L}\\p{M}\\p{N}_])`, "iu");

/** The pipeline of a lead by its subject: seller for these words, otherwise buyer. */
export function pipelineOfSubject(subject: string): PipelineType {
  return WHOLE.test(subject.replaceAll(/\s+/g, " ")) ? "seller" : "buyer";
}
