import { type Assignee, assignableAgent, lockForLead } from "../../../agents/index.ts";
import type { Context } from "../../../platform/context.ts";
import { chooseAgentWithoutLead } from "../../../routing/index.ts";
import type { Visit } from "../../../visitors/index.ts";
import type { AssignedLead } from "../../assignment/route-new-lead.ts";
import type { EarlierLead } from "./earlier-leads.sql.ts";
import { contactedWithinDay, DAY_MS } from "./earlier-leads.ts";
import {
  changeReplyAgent,
  matchSender,
  nextLeadId,
  type Reply,
  sharedReply,
  storeReply,
} from "./registration-replies.ts";

/** A known lead that registered again. */
export type KnownLead = AssignedLead & {
  /** Whether this registration routed it, and so took a turn of an agent. */
  isRouted: boolean;
};

/** The sender's visit and the earlier leads of the email. `lastContact` is the lead's last contact before this registration. */
type Sender = { earlier: readonly EarlierLead[]; visit: Visit };
type ReturningSender = Sender & { lastContact: Date };

/** The lead id and the agent of a reply. */
type ReplyNames = { lead: { id: number }; agent: Assignee | null };

/**
 * The reply to a registration with the name and email of a known lead. Only a sender who is recognized as the person gets the
 * id of that lead. Other senders get a reply like the one for a new person, and the same one each time: a fresh id, and the
 * next agent in turn, who loses that turn.
 */
export async function replyToKnownLead(
  ctx: Context,
  known: KnownLead,
  returning: ReturningSender,
): Promise<ReplyNames> {
  const { lead } = known;
  const match = await matchSender(ctx, lead, returning.visit);
  if (match.kind === "recognized") return known;
  if (match.kind === "answered") return repeatReply(ctx, known, match.reply, returning);
  const shared = await sharedReply(ctx, lead);
  if (shared) return repeatReply(ctx, known, shared, returning);
  const agent = (await recentlyNamedAgent(ctx, returning)) ?? (await nextAgent(ctx, known, returning.visit));
  const id = await nextLeadId(ctx);
  await storeReply(ctx, lead, returning.visit, { leadId: id, agentId: agent?.id ?? null });
  return { lead: { id }, agent };
}

/** Repeats a reply. As with a real lead, an agent who has left is replaced after a day. */
async function repeatReply(
  ctx: Context,
  known: KnownLead,
  reply: Reply,
  returning: ReturningSender,
): Promise<ReplyNames> {
  const lead = { id: reply.replied_lead_id };
  const agent = await assignable(ctx, known, reply.agent_id);
  const isLate = ctx.clock.now().getTime() - returning.lastContact.getTime() >= DAY_MS;
  if (agent || !isLate) return { lead, agent };
  const next = await nextAgent(ctx, known, returning.visit);
  if (next) await changeReplyAgent(ctx, reply, next.id);
  return { lead, agent: next };
}

/**
 * The agent in the reply for a new lead that keeps the agent of an earlier lead of the same email. A sender who was named that
 * agent before gets the agent; other senders get the next agent in turn.
 */
export async function agentForReply(
  ctx: Context,
  kept: AssignedLead,
  sender: Sender,
): Promise<Assignee | null> {
  const { lead, agent } = kept;
  const named =
    (await recentlyNamedAgent(ctx, sender)) ??
    (await nextAgent(ctx, { lead, isRouted: false, agent }, sender.visit));
  if (named?.id !== agent?.id)
    await storeReply(ctx, lead, sender.visit, { leadId: lead.id, agentId: named?.id ?? null });
  return named;
}

/** The agent in this sender's replies of the last day for that email, if the agent can receive leads. */
async function recentlyNamedAgent(ctx: Context, { earlier, visit }: Sender): Promise<Assignee | null> {
  for (const each of contactedWithinDay(earlier, ctx.clock.now())) {
    const match = await matchSender(ctx, each, visit);
    if (match.kind === "unknown") continue;
    const agentId = match.kind === "answered" ? match.reply.agent_id : each.assigned_agent_id;
    if (agentId === null) continue;
    return lockForLead(ctx.db, agentId);
  }
  return null;
}

async function assignable(
  ctx: Context,
  { lead }: KnownLead,
  agentId: number | null,
): Promise<Assignee | null> {
  if (agentId === null) return null;
  return assignableAgent(ctx.db, { brokerageId: lead.brokerage_id, agentId });
}

async function nextAgent(
  ctx: Context,
  { lead, agent, isRouted }: KnownLead,
  visit: Visit,
): Promise<Assignee | null> {
  if (isRouted) return agent;
  return chooseAgentWithoutLead(ctx, {
    brokerageId: lead.brokerage_id,
    preferences: visit.wanted,
    chosenAgentId: visit.agentId,
  });
}
