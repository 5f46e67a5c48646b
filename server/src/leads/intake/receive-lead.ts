import type { Assignee } from "../../agents/index.ts";
import {
  enrollNewLead,
  lockSequencesForNew,
  sequencesForNewLead,
  type TriggeredSequence,
} from "../../drips/index.ts";
import { type LeadSettings, leadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { batched, batchedByKey } from "../../platform/database/batched.ts";
import { beforeCommit, inTransaction } from "../../platform/database/database.ts";
import { assignmentPayload } from "../assignment/assign-agent.ts";
import { notifyFirstAgent } from "../assignment/notify-agent.ts";
import type { AssignedLead, FirstAssignment } from "../assignment/route-new-lead.ts";
import { setFlag } from "../contact-rules/flag-settings.ts";
import { unsubscribedByLink } from "../contact-rules/unsubscribed-by-link.ts";
import { heatAfter, type SignalKind } from "../engagement/temperature/score.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { announceAssignment, announceLeadCreated } from "../lifecycle/announcements.ts";
import { legacyColumns } from "../lifecycle/projections.ts";
import { type EventActor, eventColumns, system } from "../lifecycle/record-event.ts";
import { startedClock } from "../lifecycle/response-clock.ts";
import type { PipelineType, Stage } from "../lifecycle/stages.ts";
import { attachVisit, visitPreferences } from "./attach-visit.ts";
import type { IntakeLocks } from "./lock-for-intake.ts";
import type { RegistrationStatus } from "./registration/registration-statuses.ts";
import { type Sender, type SenderHistory, senderHistories } from "./sender-histories.sql.ts";
import { type LeadToStore, storeLeads } from "./store-leads.sql.ts";
import { countTogether, formLimits, senderKey } from "./suspicions.ts";

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
 * Stores a lead of staff with its first timeline row, in one transaction. In NEW, the response clock starts. The lead is enrolled in
 * the drips of its stage.
 */
export async function receiveLead(ctx: Context, lead: NewLead, arrival: Arrival): Promise<LeadRow> {
  return inTransaction(ctx, async (ctx) => {
    const { brokerageId, stage = "NEW" } = lead;
    const [locked, facts] = await Promise.all([
      lockSequencesForNew(ctx, { brokerageId, stage }),
      intakeFacts(ctx, lead),
    ]);
    const sequences = await sequencesOf(ctx, lead, { locked, facts, otherLeadIds: [] });
    const { lead: row } = await store(ctx, lead, arrival, { facts, sequences });
    return row;
  });
}

type VisitorIntake = IntakeLocks & {
  facts: IntakeFacts;
  /** Chooses the first agent. Called right before the lead is stored, because it may take the routing lock. */
  chooseAgent: (settings: LeadSettings) => Promise<FirstAssignment>;
};

/**
 * Stores the lead of a visitor's form like `receiveLead`, with its visit and its first agent, who is notified. Call it in a transaction
 * that holds its locks (`lockForIntake`). What does not depend on the agent is read before the agent is chosen, and the row of the
 * lead is written once, so that the routing lock is held for few round trips.
 */
export async function receiveVisitorLead(
  ctx: Context,
  lead: NewLead,
  arrival: Arrival,
  { visit, sequences: locked, facts, chooseAgent }: VisitorIntake,
): Promise<AssignedLead> {
  const { history, settings } = facts;
  const otherLeadIds = history.is_unsubscribed ? [] : history.lead_ids;
  const [sequences, first] = await Promise.all([
    sequencesOf(ctx, lead, { locked, facts, otherLeadIds }),
    chooseAgent(settings),
  ]);
  const wanted = { ...lead, ...visitPreferences(visit) };
  const { lead: stored, eventId } = await store(ctx, wanted, arrival, { facts, sequences, first });
  const row = await attachVisit(ctx, stored, visit);
  const { agent, storeDecision } = first;
  if (storeDecision) await beforeCommit(ctx, () => storeDecision(row.id));
  if (agent) {
    await announceAssignment(ctx, row, { agent, previous: null });
    await notifyFirstAgent(ctx, row, { agent, eventId, settings });
  }
  return { lead: row, agent };
}

type Intake = { facts: IntakeFacts; sequences: number[]; first?: FirstAssignment };

/** Stores the rows of a lead, announces it, and starts its drips. */
async function store(
  ctx: Context,
  lead: NewLead,
  arrival: Arrival,
  { facts: { settings, history }, sequences, first }: Intake,
): Promise<{ lead: LeadRow; eventId: number }> {
  const { signal: kind, propertyId = null, ...event } = arrival;
  const now = ctx.clock.now();
  const signal = kind && { kind, occurredAt: now };
  const columns = leadColumns(lead, now);
  const agent = first?.agent ?? null;
  const stored = await storeLead(ctx, {
    lead: {
      ...columns,
      ...(columns.stage === "NEW" && startedClock(now, settings.response_target_seconds)),
      ...(signal && { heat: heatAfter(null, signal), last_signal_at: now }),
      ...(agent && {
        assigned_agent_id: agent.id,
        ...(lead.registration_status === "new" && { registration_status: "assigned" }),
      }),
      updated_at: now,
    },
    events: [
      eventColumns(ctx, { ...event, from: null, to: columns.stage, occurredAt: now }),
      ...(agent && first ? [assignmentEvent(ctx, agent, first, now)] : []),
    ],
    ...(signal && { signal: { kind: signal.kind, occurred_at: now } }),
  });
  const { lead: row } = stored;
  await announceLeadCreated(ctx, row, propertyId);
  await enrollNewLead(ctx, { leadId: row.id, stage: row.stage }, sequences);
  // An opt-out covers all leads of the person. The enrollment is stored and stopped at once, so that staff see why.
  if (history.is_unsubscribed) await setFlag(ctx, row, unsubscribedByLink);
  return stored;
}

function assignmentEvent(ctx: Context, agent: Assignee, { reason }: FirstAssignment, occurredAt: Date) {
  const payload = { ...assignmentPayload(agent, null), reason };
  return eventColumns(ctx, { actor: system, event: "agent_assigned", occurredAt, payload });
}

type ForSequences = {
  locked: readonly TriggeredSequence[];
  facts: IntakeFacts;
  /** Limits the enrollments of a person; empty for manual leads. */
  otherLeadIds: readonly number[];
};

/** The drip sequences of a new lead. A bot enters addresses of people who did not ask for mail: staff can enroll a real person by hand. */
async function sequencesOf(
  ctx: Context,
  lead: NewLead,
  { locked: sequences, facts: { settings }, otherLeadIds }: ForSequences,
): Promise<number[]> {
  if (lead.suspicions?.includes("honeypot")) return [];
  const onlyPipeline = settings.enforce_pipeline_type ? pipelineOf(lead) : null;
  return sequencesForNewLead(ctx, { sequences, onlyPipeline, otherLeadIds });
}

/** What the intake of a lead depends on. */
export type IntakeFacts = { settings: LeadSettings; history: SenderHistory };

/** Reads it in one round trip. The person must be locked (`lockPerson`), unless staff enter the lead. */
export async function intakeFacts(
  ctx: Context,
  { brokerageId, email, source_address }: Pick<NewLead, "brokerageId" | "email" | "source_address">,
): Promise<IntakeFacts> {
  const sender = { brokerageId, email: email.toLowerCase(), addressKey: senderKey(source_address) };
  const [settings, history] = await Promise.all([settingsOf(ctx, brokerageId), historyOf(ctx, sender)]);
  return { settings, history };
}

const storeLead = batched(({ db }: Context, leads: LeadToStore[]) => storeLeads(db, leads));

const historyOf = batched(async ({ db, clock }: Context, senders: Sender[]) =>
  countTogether(senders, await senderHistories(db, senders, formLimits(clock.now()))),
);

const settingsOf = batchedByKey(
  (brokerageId: number) => brokerageId,
  ({ db }: Context, brokerageId) => leadSettings(db, brokerageId),
);

/** The columns of a new lead, for every intake. */
export function leadColumns({ brokerageId, stage = "NEW", ...lead }: NewLead, receivedAt: Date) {
  const path = pipelineOf(lead);
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

function pipelineOf({ pipeline_type, subject }: Pick<NewLead, "pipeline_type" | "subject">): PipelineType {
  return pipeline_type ?? pipelineOfSubject(subject);
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
