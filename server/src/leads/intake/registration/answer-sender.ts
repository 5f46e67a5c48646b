import { type Assignee, assignableAgent, holdForLead } from "../../../agents/index.ts";
import type { Context } from "../../../platform/context.ts";
import { takeTurnWithoutLead } from "../../../routing/index.ts";
import type { Visit } from "../../../visitors/index.ts";
import type { AssignedLead } from "../../assignment/route-new-lead.ts";
import { type Earlier, recentOf, WITHIN_A_DAY_MS } from "./earlier-leads.ts";
import {
  changeAgent,
  keepReply,
  nextLeadId,
  type Reply,
  sharedReply,
  standingOf,
} from "./registration-replies.ts";

/** A known lead that has registered again. */
export type Known = AssignedLead & {
  /** Whether it was routed just now, and a turn taken. */
  isRouted: boolean;
};

/** Who registers, and what was there before. `lastContact` is the known lead's before this registration. */
type Sender = { earlier: readonly Earlier[]; visit: Visit };
type Returning = Sender & { lastContact: Date };

/** What a reply names. */
type Answer = { lead: { id: number }; agent: Assignee | null };

/**
 * The reply to somebody who registers in the name of a known person. Anybody can type a name and an email, so only who is
 * recognized as the person is told which lead it is. Everybody else is told what they would be told of a new person, and the
 * same each time: an id of their own, and the next agent in turn, whose turn is over.
 */
export async function replyAgain(ctx: Context, known: Known, returning: Returning): Promise<Answer> {
  const { lead } = known;
  const standing = await standingOf(ctx, lead, returning.visit);
  if (standing.is === "recognized") return known;
  if (standing.is === "answered") return repeated(ctx, known, standing.reply, returning);
  const shared = await sharedReply(ctx, lead);
  if (shared) return repeated(ctx, known, shared, returning);
  const agent = (await agentToldLately(ctx, returning)) ?? (await nextAgent(ctx, known, returning.visit));
  const id = await nextLeadId(ctx);
  await keepReply(ctx, lead, returning.visit, { leadId: id, agentId: agent?.id ?? null });
  return { lead: { id }, agent };
}

/** As of a lead of their own: when its agent has left, it has another one after a day. */
async function repeated(ctx: Context, known: Known, reply: Reply, returning: Returning): Promise<Answer> {
  const lead = { id: reply.told_lead_id };
  const agent = await assignable(ctx, known, reply.agent_id);
  const isLate = ctx.clock.now().getTime() - returning.lastContact.getTime() >= WITHIN_A_DAY_MS;
  if (agent || !isLate) return { lead, agent };
  const next = await nextAgent(ctx, known, returning.visit);
  if (next) await changeAgent(ctx, reply, next.id);
  return { lead, agent: next };
}

/**
 * The agent that the sender of a new lead is told, which stays with the agent of an earlier one of the same email. That agent
 * is told to who knows them already; everybody else is told the next in turn.
 */
export async function agentToTell(
  ctx: Context,
  kept: AssignedLead,
  sender: Sender,
): Promise<Assignee | null> {
  const { lead, agent } = kept;
  const told =
    (await agentToldLately(ctx, sender)) ??
    (await nextAgent(ctx, { lead, isRouted: false, agent }, sender.visit));
  if (told?.id !== agent?.id)
    await keepReply(ctx, lead, sender.visit, { leadId: lead.id, agentId: told?.id ?? null });
  return told;
}

/** The agent that this sender was told within the day for that email, while they may get leads. */
async function agentToldLately(ctx: Context, { earlier, visit }: Sender): Promise<Assignee | null> {
  for (const each of recentOf(earlier, ctx.clock.now())) {
    const standing = await standingOf(ctx, each, visit);
    if (standing.is === "unknown") continue;
    const agentId = standing.is === "answered" ? standing.reply.agent_id : each.assigned_agent_id;
    if (agentId === null) continue;
    return holdForLead(ctx.db, agentId);
  }
  return null;
}

async function assignable(ctx: Context, { lead }: Known, agentId: number | null): Promise<Assignee | null> {
  if (agentId === null) return null;
  return assignableAgent(ctx.db, { brokerageId: lead.brokerage_id, agentId });
}

async function nextAgent(
  ctx: Context,
  { lead, agent, isRouted }: Known,
  visit: Visit,
): Promise<Assignee | null> {
  if (isRouted) return agent;
  return takeTurnWithoutLead(ctx, {
    brokerageId: lead.brokerage_id,
    preferences: visit.wanted,
    chosenAgentId: visit.agentId,
  });
}
