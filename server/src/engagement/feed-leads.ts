import { leadHasEmail, warmLeads } from "../leads/index.ts";
import type { Context } from "../platform/context.ts";
import {
  findClient,
  linkSession,
  lockSession,
  signalsOfSessions,
  type VisitSignal,
} from "../visitors/index.ts";

type Whose = { brokerageId: number; clientId: number | null; leadId: number | null };

/** Warms up the leads of a visitor who is known: those of the client's email, and the one that the session has become. */
export async function feedLeads(ctx: Context, whose: Whose, signals: readonly VisitSignal[]): Promise<void> {
  const { brokerageId, clientId, leadId } = whose;
  const client = clientId === null ? null : await findClient(ctx, { brokerageId, clientId });
  await warmLeads(ctx, { brokerageId, email: client?.email ?? null, leadId }, signals);
}

/** What a client does, elsewhere than in a session, warms up the leads of their email. */
export async function warmLeadsOfClient(
  ctx: Context,
  client: { brokerageId: number; clientId: number },
  signals: readonly VisitSignal[],
): Promise<void> {
  await feedLeads(ctx, { ...client, leadId: null }, signals);
}

/**
 * A session becomes the client's, with all that was done in it, and what will be; unless it is another person's already.
 * Signs that a lead has already count no more.
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
  await feedLeads(ctx, { brokerageId, clientId, leadId }, await signalsOfSessions(ctx, [sessionId]));
}
