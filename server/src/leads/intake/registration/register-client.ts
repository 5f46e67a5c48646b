import { type Assignee, assignableAgent } from "../../../agents/index.ts";
import { recordChange } from "../../../audit/index.ts";
import { brokerageBranding } from "../../../brokerages/index.ts";
import type { Context, TenantContext } from "../../../platform/context.ts";
import type { DataSubject } from "../../../platform/data-subject.ts";
import { batched, batchedByKey } from "../../../platform/database/batched.ts";
import { inGroupTransaction, leaveGroup } from "../../../platform/database/group-commit.ts";
import { toJsonb } from "../../../platform/database/to-jsonb.ts";
import { latestDecision } from "../../../routing/index.ts";
import type { UsesVisitors, Visit } from "../../../visitors/index.ts";
import { type AssignedLead, chooseFirstAgent, routeUnassignedLead } from "../../assignment/route-new-lead.ts";
import { leadName } from "../../lead-names.ts";
import { auditView, type LeadRow, leadRowColumns } from "../../lead-row.ts";
import { visitor } from "../../lifecycle/record-event.ts";
import { attachVisitToKnownLead } from "../attach-visit.ts";
import { type IntakeLocks, lockForIntake } from "../lock-for-intake.ts";
import { formGroup } from "../person.ts";
import { intakeFacts, receiveVisitorLead } from "../receive-lead.ts";
import { splitName } from "../split-name.ts";
import { recordUnverifiedContact } from "../unverified-contacts/record-unverified-contact.ts";
import { type EarlierLead, earlierLeads } from "./earlier-leads.sql.ts";
import { DAY_MS } from "./earlier-leads.ts";
import { handleReturningLead } from "./handle-returning-lead.ts";
import { recentAgent } from "./recent-agent.ts";
import type { RegisterBody, Registered } from "./registration.schemas.ts";
import { agentForReply, type KnownLead, replyToKnownLead } from "./reply-to-sender.ts";
import { sendWelcome } from "./send-welcome.ts";

/**
 * Registers a visitor with the brokerage of the domain (SPEC: Client registration). The same email and name is the existing
 * lead. The same email with another name is a new lead, which keeps the agent of an earlier one within a day. Other new leads
 * are routed.
 *
 * @throws AppError 429 when that email has registered too often.
 */
export async function registerClient(
  ctx: TenantContext<UsesVisitors>,
  input: RegisterBody,
): Promise<Registered> {
  const { brokerageId } = ctx.tenant;
  const email = input.email.toLowerCase();
  await ctx.limits.take("registration_email", `${brokerageId} ${email}`);
  return inGroupTransaction(ctx, formGroup(ctx, { brokerageId, email }), async (ctx) => {
    // Of two identical registrations at once, the second waits here and finds the lead of the first.
    const [locks, earlier] = await Promise.all([
      lockForIntake(ctx, { brokerageId, email }),
      earlierLeadsOf(ctx, { brokerageId, email }),
    ]);
    // It locks leads: several of one transaction could be locked in another order elsewhere.
    if (earlier.length > 0) leaveGroup(ctx);
    const same = earlier.find((each) => isSamePerson(each, input.name));
    if (!same) return presentRegistration(await registerNewLead(ctx, { ...input, email }, earlier, locks));
    const { visit } = locks;
    const known = await registerKnownLead(ctx, same, input, visit);
    return presentRegistration(
      await replyToKnownLead(ctx, known, { lastContact: same.last_contact, earlier, visit }),
    );
  });
}

const earlierLeadsOf = batched(({ db }: TenantContext, persons: DataSubject[]) => earlierLeads(db, persons));

const brandingOf = batchedByKey(
  (brokerageId: number) => brokerageId,
  ({ db }: TenantContext, brokerageId) => brokerageBranding(db, brokerageId),
);

function presentRegistration({
  lead,
  agent,
}: {
  lead: { id: number };
  agent: AssignedLead["agent"];
}): Registered {
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

/** Compares with the name as registered and as staff corrected it. */
function isSamePerson(lead: EarlierLead, name: string): boolean {
  if (lead.registered_name === null) return false;
  return [lead.registered_name, leadName(lead)].map(normalizedName).includes(normalizedName(name));
}

/** NFC, because keyboards write é as one code point or two. */
function normalizedName(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/**
 * A registration of a known lead, which updates its last contact. The sender is not verified, so another phone and other
 * preferences become an unverified contact on its timeline. After a day, a lead without a candidate on arrival, or with an
 * agent who has left, is routed.
 */
async function registerKnownLead(
  ctx: TenantContext,
  { id, last_contact: lastContact }: EarlierLead,
  { name, phone = null }: RegisterBody,
  visit: Visit,
): Promise<KnownLead> {
  const now = ctx.clock.now();
  const known = (await ctx.db
    .updateTable("leads")
    .set({ last_contact: now, updated_at: now })
    .where("id", "=", id)
    .returning(leadRowColumns)
    .executeTakeFirstOrThrow()) as LeadRow;
  const { preferences } = visit;
  await recordUnverifiedContact(ctx, known, { intake: "website_registration", name, phone, preferences });
  const lead = await attachVisitToKnownLead(ctx, known, visit);
  const agent = await assignableAgentOf(ctx, lead);
  if (now.getTime() - lastContact.getTime() < DAY_MS) return { lead, agent, isRouted: false };
  const isRouted = agent === null && (await needsAgent(ctx, lead));
  const again = isRouted ? await routeUnassignedLead(ctx, lead, visit) : { lead, agent };
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: id,
    brokerageId: lead.brokerage_id,
    before: auditView(lead),
    after: auditView(again.lead),
  });
  await handleReturningLead(ctx, again);
  return { ...again, isRouted };
}

async function assignableAgentOf({ db }: Context, lead: LeadRow): Promise<AssignedLead["agent"]> {
  const { brokerage_id: brokerageId, assigned_agent_id: agentId } = lead;
  return agentId === null ? null : assignableAgent(db, { brokerageId, agentId });
}

/** False when staff removed the agent. */
async function needsAgent(ctx: Context, lead: LeadRow): Promise<boolean> {
  if (lead.assigned_agent_id !== null) return true;
  return (await latestDecision(ctx.db, lead.id))?.agent_id === null;
}

async function registerNewLead(
  ctx: TenantContext,
  { name, email, phone }: RegisterBody,
  earlier: EarlierLead[],
  locks: IntakeLocks,
): Promise<AssignedLead> {
  const { brokerageId } = ctx.tenant;
  const { visit } = locks;
  const [brokerage, facts] = await Promise.all([
    brandingOf(ctx, brokerageId),
    intakeFacts(ctx, { brokerageId, email, source_address: ctx.address }),
  ]);
  let kept: Assignee | null = null;
  const assigned = await receiveVisitorLead(
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
      preferences: toJsonb({}),
    },
    {
      event: "contact_form_submission",
      payload: { intake: "website_registration" },
      actor: visitor,
      signal: "registration",
    },
    {
      ...locks,
      facts,
      chooseAgent: async (settings) => {
        kept = await recentAgent(ctx, brokerageId, earlier);
        if (kept) return { agent: kept, reason: "same_email_within_a_day" };
        return chooseFirstAgent(ctx, brokerageId, visit, settings);
      },
    },
  );
  await sendWelcome(ctx, assigned, brokerage);
  return kept ? { ...assigned, agent: await agentForReply(ctx, assigned, { earlier, visit }) } : assigned;
}
