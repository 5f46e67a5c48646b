import { agentNames } from "../../agents/index.ts";
import type { Context } from "../../platform/context.ts";
import { activeFlags } from "../contact-rules/flags.ts";
import { mayReceive } from "../contact-rules/may-receive.ts";
import { temperatureAt } from "../engagement/temperature/score.ts";
import type { RegistrationStatus } from "../intake/registration/registration-statuses.ts";
import { openUnverifiedContacts } from "../intake/unverified-contacts/record-unverified-contact.ts";
import { leadName } from "../lead-names.ts";
import type { LeadRow, SummaryRow } from "../lead-row.ts";
import type { FollowUp, LeadDetail, LeadSummary } from "../leads.schemas.ts";
import { availableEvents, type History } from "../lifecycle/decide.ts";
import { readClock } from "../lifecycle/response-clock.ts";
import { stageHistory } from "../lifecycle/stage-history.ts";
import type { Stage } from "../lifecycle/stages.ts";
import { tagsOf } from "../tags/lead-tags.ts";

/** Lead summaries for lists and boards, in the given order, with three queries for all. */
export async function presentSummaries({ db, clock }: Context, leads: SummaryRow[]): Promise<LeadSummary[]> {
  const now = clock.now();
  const assigned = [...new Set(leads.flatMap((lead) => lead.assigned_agent_id ?? []))];
  const names = await agentNames(db, assigned);
  const ids = leads.map((lead) => lead.id);
  const flags = await activeFlags(db, ids);
  const tags = await tagsOf(db, ids);
  return leads.map((lead) => ({
    id: lead.id,
    brokerage_id: lead.brokerage_id,
    first_name: lead.first_name,
    last_name: lead.last_name,
    email: lead.email,
    phone: lead.phone,
    subject: lead.subject,
    source: lead.source,
    pipeline_type: lead.pipeline_type,
    stage: lead.stage,
    stage_entered_at: lead.stage_entered_at,
    status: lead.status,
    assigned_agent_id: lead.assigned_agent_id,
    assigned_agent:
      lead.assigned_agent_id === null
        ? null
        : { id: lead.assigned_agent_id, name: names.get(lead.assigned_agent_id) as string },
    temperature: temperatureAt(lead.heat, now),
    flags: flags.get(lead.id) ?? [],
    tags: tags.get(lead.id) ?? [],
    follow_up: presentFollowUp(lead),
    sla: readClock(lead, now),
    suspect: lead.suspicions,
    created_at: lead.created_at,
    last_contact: lead.last_contact,
  }));
}

/** The full lead (SPEC: Lead). */
export async function presentDetail(ctx: Context, lead: LeadRow): Promise<LeadDetail> {
  const [summary] = (await presentSummaries(ctx, [lead])) as [LeadSummary];
  return {
    ...summary,
    lead_id: lead.id,
    message: lead.message,
    notes: lead.notes,
    source_domain: lead.source_domain,
    source_page: lead.source_page,
    utm_source: lead.utm_source,
    utm_medium: lead.utm_medium,
    utm_campaign: lead.utm_campaign,
    buyer_status: lead.buyer_status,
    seller_status: lead.seller_status,
    name: leadName(lead),
    registration_status: lead.registration_status as RegistrationStatus | null,
    preferences: lead.preferences as object | null,
    first_response_at: lead.first_response_at,
    available_transitions: availableEvents(upTo(lead.stage, await stageHistory(ctx.db, lead))),
    may_receive: mayReceive(summary.flags, lead),
    unverified_contacts: await openUnverifiedContacts(ctx, lead.id),
    updated_at: lead.updated_at,
  };
}

/** The history as far as the lead was read: it may have moved on since, and is shown in one stage only. */
function upTo(stage: Stage, history: History): History {
  const last = history.events.findLastIndex(({ to }) => to === stage);
  return { ...history, events: history.events.slice(0, last + 1) };
}

export function presentFollowUp(
  lead: Pick<LeadRow, "follow_up_due_at" | "follow_up_note" | "follow_up_source" | "follow_up_reminded_at">,
): FollowUp | null {
  if (lead.follow_up_due_at === null) return null;
  return {
    due_at: lead.follow_up_due_at,
    note: lead.follow_up_note,
    source: lead.follow_up_source as FollowUp["source"],
    reminded_at: lead.follow_up_reminded_at,
  };
}
