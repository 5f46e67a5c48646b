import { assignableAgent, holdForLead } from "../../../agents/index.ts";
import { recordChange } from "../../../audit/index.ts";
import { brokerageBranding } from "../../../brokerages/index.ts";
import type { Context, TenantContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { latestDecision } from "../../../routing/index.ts";
import type { Visit } from "../../../visitors/index.ts";
import {
  type AssignedLead,
  assignNewLead,
  routeNewLead,
  routeUnclaimedLead,
} from "../../assignment/route-new-lead.ts";
import { auditView } from "../../audit-view.ts";
import type { LeadRow } from "../../lead-row.ts";
import { visitor } from "../../lifecycle/record-event.ts";
import { joinVisit, rejoinVisit, visitOf } from "../join-visit.ts";
import { lockPerson } from "../lock-person.ts";
import { receiveLead } from "../receive-lead.ts";
import { splitName } from "../split-name.ts";
import { noteUnverifiedContact } from "../unverified-contacts/note-unverified-contact.ts";
import { agentToTell, type Known, replyAgain } from "./answer-sender.ts";
import { type Earlier, earlierLeads, recentOf, WITHIN_A_DAY_MS } from "./earlier-leads.ts";
import { nameOf } from "./name-of.ts";
import { noticeReturn } from "./notice-return.ts";
import type { RegisterBody, Registered } from "./registration.schemas.ts";
import { sendWelcome } from "./send-welcome.ts";

/**
 * A visitor registers with the brokerage of the domain (SPEC: Client registration). The same person again (email and name)
 * is the lead there is; the same email under another name is a new lead, which stays with the earlier one's agent when that
 * came within a day. Everybody else is routed.
 *
 * @throws AppError 429 when that email has registered too often.
 */
export async function registerClient(ctx: TenantContext, input: RegisterBody): Promise<Registered> {
  const { brokerageId } = ctx.tenant;
  const email = input.email.toLowerCase();
  await ctx.limits.take("registration_email", `${brokerageId} ${email}`);
  return inTransaction(ctx, async (ctx) => {
    // The same registration sent twice at once is one: the second waits here and finds the first.
    await lockPerson(ctx.db, { brokerageId, email });
    const visit = await visitOf(ctx, { brokerageId, email });
    const earlier = await earlierLeads(ctx.db, brokerageId, email);
    const same = earlier.find((each) => isSame(each, input.name));
    if (!same) return receipt(await registerAnew(ctx, { ...input, email }, earlier, visit));
    const known = await registerAgain(ctx, same, input, visit);
    return receipt(await replyAgain(ctx, known, { lastContact: same.last_contact, earlier, visit }));
  });
}

function receipt({ lead, agent }: { lead: { id: number }; agent: AssignedLead["agent"] }): Registered {
  return {
    success: true,
    lead_id: String(lead.id),
    assigned_agent: agent && {
      id: String(agent.id),
      name: agent.name,
      email: agent.email,
      phone: agent.phone,
    },
  };
}

/** By the name as it was registered, or as staff have corrected it. */
function isSame(lead: Earlier, name: string): boolean {
  if (lead.registered_name === null) return false;
  return [lead.registered_name, nameOf(lead)].map(comparable).includes(comparable(name));
}

/** An é is one character or two, as the keyboard has it. */
function comparable(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/**
 * An exact duplicate: the lead has been in contact again. Nobody has shown that they are its person, so another phone and
 * other preferences are kept as an unverified contact on its timeline. One that nobody could get when it came, or whose agent
 * has left, is routed now, unless that was within the day.
 */
async function registerAgain(
  ctx: TenantContext,
  { id, last_contact: lastContact }: Earlier,
  { name, phone = null }: RegisterBody,
  visit: Visit,
): Promise<Known> {
  const now = ctx.clock.now();
  const known = (await ctx.db
    .updateTable("leads")
    .set({ last_contact: now, updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
  const { preferences } = visit;
  await noteUnverifiedContact(ctx, known, { intake: "website_registration", name, phone, preferences });
  const lead = await rejoinVisit(ctx, known, visit);
  const agent = await agentOf(ctx, lead);
  if (now.getTime() - lastContact.getTime() < WITHIN_A_DAY_MS) return { lead, agent, isRouted: false };
  const isRouted = agent === null && (await needsAgent(ctx, lead));
  const again = isRouted ? await routeUnclaimedLead(ctx, lead, visit) : { lead, agent };
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: id,
    brokerageId: lead.brokerage_id,
    before: auditView(lead),
    after: auditView(again.lead),
  });
  await noticeReturn(ctx, again);
  return { ...again, isRouted };
}

async function agentOf({ db }: Context, lead: LeadRow): Promise<AssignedLead["agent"]> {
  const { brokerage_id: brokerageId, assigned_agent_id: agentId } = lead;
  return agentId === null ? null : assignableAgent(db, { brokerageId, agentId });
}

/** Unless somebody has taken it from its agent on purpose. */
async function needsAgent(ctx: Context, lead: LeadRow): Promise<boolean> {
  if (lead.assigned_agent_id !== null) return true;
  return (await latestDecision(ctx.db, lead.id))?.agent_id === null;
}

async function registerAnew(
  ctx: TenantContext,
  { name, email, phone }: RegisterBody,
  earlier: Earlier[],
  visit: Visit,
): Promise<AssignedLead> {
  const { brokerageId } = ctx.tenant;
  const brokerage = await brokerageBranding(ctx.db, brokerageId);
  const received = await receiveLead(
    ctx,
    {
      brokerageId,
      source: "website_registration",
      ...splitName(name),
      email,
      phone: phone || null,
      subject: "Website registration",
      message: "",
      notes: "",
      source_domain: ctx.tenant.domain,
      source_page: null,
      source_address: ctx.address,
      registered_name: name,
      registration_status: "new",
      preferences: JSON.stringify({}),
    },
    {
      event: "contact_form_submission",
      payload: { intake: "website_registration" },
      actor: visitor,
      signal: "registration",
    },
  );
  const lead = await joinVisit(ctx, received, visit);
  const kept = await keepAgent(ctx, lead, earlier);
  const assigned = kept ?? (await routeNewLead(ctx, lead, visit));
  await sendWelcome(ctx, assigned, brokerage);
  return kept ? { lead, agent: await agentToTell(ctx, kept, { earlier, visit }) } : assigned;
}

/** Whoever has had to do with the person in the last day goes on, while they may get leads. */
async function keepAgent(ctx: Context, lead: LeadRow, earlier: Earlier[]): Promise<AssignedLead | null> {
  const recent = recentOf(earlier, lead.created_at).find((each) => each.assigned_agent_id !== null);
  const agent = recent && (await holdForLead(ctx.db, recent.assigned_agent_id as number));
  return agent ? assignNewLead(ctx, lead, agent, "same_email_within_a_day") : null;
}
