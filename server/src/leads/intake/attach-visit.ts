import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { linkSession, lockSessionVisit, type UsesVisitors, type Visit } from "../../visitors/index.ts";
import { recordSignals } from "../engagement/temperature/record-signal.ts";
import type { LeadRow } from "../lead-row.ts";
import { isOwnVisit, leadHasEmail } from "./person.ts";
import { hasReplyForOtherPerson } from "./registration/registration-replies.ts";

/**
 * Locks the visit of a visitor who becomes a lead, until the transaction ends: see `lockSessionVisit`. A session of another person
 * stays with that person. A visitor who shares a browser is routed by the session's views and chosen agent, and gets no other
 * data of it.
 */
export async function lockVisit(ctx: Context<UsesVisitors>, person: DataSubject): Promise<Visit> {
  const visit = await lockSessionVisit(ctx, person);
  if (await belongsTo(ctx, visit, person)) return visit;
  return {
    ...visit,
    sessionId: null,
    preferences: null,
    wanted: visit.wanted && { ...visit.wanted, notes: null },
    signals: { ...visit.signals, here: [] },
  };
}

async function belongsTo(ctx: Context, { owner, sessionId }: Visit, person: DataSubject): Promise<boolean> {
  const { clientEmail, leadId } = owner;
  if (clientEmail !== null)
    return clientEmail === person.email.toLowerCase() && isLeadOfPerson(ctx, leadId, person);
  if (leadId !== null) return isLeadOfPerson(ctx, leadId, person);
  return sessionId === null || !(await hasReplyForOtherPerson(ctx, sessionId, person));
}

async function isLeadOfPerson(ctx: Context, leadId: number | null, { email }: DataSubject): Promise<boolean> {
  return leadId === null || leadHasEmail(ctx, leadId, email);
}

/**
 * Attaches a locked visit to the new lead of its visitor: the signals of the visit, and the session itself, so that later events
 * of this browser count for the lead. The lead is stored with the visit's preferences (`visitPreferences`).
 */
export async function attachVisit(ctx: Context, lead: LeadRow, visit: Visit): Promise<LeadRow> {
  const { sessionId, signals } = visit;
  const temperature = await recordSignals(ctx, lead, [...signals.here, ...signals.elsewhere]);
  if (sessionId !== null) {
    await linkSession(ctx, { sessionId, brokerageId: lead.brokerage_id, leadId: lead.id });
  }
  return { ...lead, ...temperature };
}

/** The column of a new lead. */
export function visitPreferences({ sessionId, preferences }: Visit): { preferences?: string } {
  return sessionId === null || preferences === null ? {} : { preferences: toJsonb(preferences) };
}

/**
 * Attaches a visit to a known lead that the caller has locked. Any visitor can send a form in the lead's name, so only a
 * session known to be the person's adds signals, and the lead's preferences stay (`recordUnverifiedContact`).
 */
export async function attachVisitToKnownLead(ctx: Context, lead: LeadRow, visit: Visit): Promise<LeadRow> {
  const { sessionId, signals } = visit;
  const isOwn = isOwnVisit(lead, visit);
  const temperature = await recordSignals(ctx, lead, [...(isOwn ? signals.here : []), ...signals.elsewhere]);
  if (isOwn && sessionId !== null)
    await linkSession(ctx, { sessionId, brokerageId: lead.brokerage_id, leadId: lead.id });
  return { ...lead, ...temperature };
}
