import { leadHasEmail, warmLeads } from "../leads/index.ts";
import type { Context } from "../platform/context.ts";
import {
  findClient,
  linkSession,
  lockSession,
  signalsOfSessions,
  type VisitSignal,
} from "../visitors/index.ts";

type SessionOwner = { brokerageId: number; clientId: number | null; leadId: number | null };

/**
 * Adds signals to the leads of an identified visitor: those with the client's email, and the lead linked to the
 * session.
 */
export async function warmLeadsOfVisitor(
  ctx: Context,
  owner: SessionOwner,
  signals: readonly VisitSignal[],
): Promise<void> {
  const { brokerageId, clientId, leadId } = owner;
  const client = clientId === null ? null : await findClient(ctx, { brokerageId, clientId });
  await warmLeads(ctx, { brokerageId, email: client?.email ?? null, leadId }, signals);
}

/** Adds signals of a client's actions outside of a session to the leads with the client's email. */
export async function warmLeadsOfClient(
  ctx: Context,
  client: { brokerageId: number; clientId: number },
  signals: readonly VisitSignal[],
): Promise<void> {
  await warmLeadsOfVisitor(ctx, { ...client, leadId: null }, signals);
}

/**
 * Links a session, with its past and future events, to the client, unless it belongs to another person already.
 * Signals that a lead already has are not counted again.
 */
export async function claimSession(
  ctx: Context,
  { sessionId, ...client }: { sessionId: string; brokerageId: number; clientId: number; email: string },
): Promise<void> {
  const { brokerageId, clientId, email } = client;
  const session = await lockSession(ctx, { sessionId, brokerageId });
  if (!session || (session.client_id ?? clientId) !== clientId) return;
  const { lead_id: leadId } = session;
  if (leadId !== null && !(await leadHasEmail(ctx, leadId, email))) return;
  await linkSession(ctx, { sessionId, brokerageId, clientId });
  await warmLeadsOfVisitor(ctx, { brokerageId, clientId, leadId }, await signalsOfSessions(ctx, [sessionId]));
}
