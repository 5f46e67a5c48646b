import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";
import { holdVisit, linkSession, type Visit } from "../../visitors/index.ts";
import { recordSignals } from "../engagement/temperature/record-signal.ts";
import type { LeadRow } from "../lead-row.ts";
import { isLeadOf } from "./is-lead-of.ts";
import { isAnsweredForAnother } from "./registration/registration-replies.ts";
import { isOwnVisit } from "./unverified-contacts/recognize-visitor.ts";

/**
 * The visit of whoever becomes a lead, held until the transaction ends: see `holdVisit`. A session that is another person's
 * already stays theirs. Who shares their browser is routed by what was looked at and chosen in it, and gets nothing else of it.
 */
export async function visitOf(ctx: Context, person: DataSubject): Promise<Visit> {
  const visit = await holdVisit(ctx, person);
  if (await isTheirs(ctx, visit, person)) return visit;
  return {
    ...visit,
    sessionId: null,
    preferences: null,
    wanted: visit.wanted && { ...visit.wanted, notes: null },
    signals: { ...visit.signals, here: [] },
  };
}

async function isTheirs(ctx: Context, { owner, sessionId }: Visit, person: DataSubject): Promise<boolean> {
  const { clientEmail, leadId } = owner;
  if (clientEmail !== null)
    return clientEmail === person.email.toLowerCase() && isOwnLead(ctx, leadId, person);
  if (leadId !== null) return isOwnLead(ctx, leadId, person);
  return sessionId === null || !(await isAnsweredForAnother(ctx, sessionId, person));
}

async function isOwnLead(ctx: Context, leadId: number | null, { email }: DataSubject): Promise<boolean> {
  return leadId === null || isLeadOf(ctx, leadId, email);
}

/**
 * What a person has done and looked for on the website becomes that of the lead they have just made: it is warmed up, has
 * their preferences, and what they do from now on in this browser counts for it. The visit is held.
 */
export async function joinVisit(ctx: Context, lead: LeadRow, visit: Visit): Promise<LeadRow> {
  const { sessionId, preferences, signals } = visit;
  const temperature = await recordSignals(ctx, lead, [...signals.here, ...signals.elsewhere]);
  if (sessionId === null) return { ...lead, ...temperature };
  await linkSession(ctx, { sessionId, brokerageId: lead.brokerage_id, leadId: lead.id });
  if (preferences === null) return { ...lead, ...temperature };
  await ctx.db
    .updateTable("leads")
    .set({ preferences: JSON.stringify(preferences) })
    .where("id", "=", lead.id)
    .execute();
  return { ...lead, ...temperature, preferences };
}

/**
 * The same for a lead that was there before, which the caller holds locked: anybody can send a form in its name, so only a
 * session that is known to be the person's warms it up, and its preferences stay (`noteUnverifiedContact`).
 */
export async function rejoinVisit(ctx: Context, lead: LeadRow, visit: Visit): Promise<LeadRow> {
  const { sessionId, signals } = visit;
  const isOwn = isOwnVisit(lead, visit);
  const temperature = await recordSignals(ctx, lead, [...(isOwn ? signals.here : []), ...signals.elsewhere]);
  if (isOwn && sessionId !== null)
    await linkSession(ctx, { sessionId, brokerageId: lead.brokerage_id, leadId: lead.id });
  return { ...lead, ...temperature };
}
