import { storePreferences } from "../leads/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import {
  type EventsBody,
  type EventsReply,
  keepEvents,
  sessionNamedIn,
  signalsOf,
  type UsesVisitors,
  wishesKnownOf,
} from "../visitors/index.ts";
import { feedLeads } from "./feed-leads.ts";

/**
 * Takes what a visitor has done, each event once, and what follows from it for their preferences. Where it is known who they
 * are, their leads are warmed up in the same transaction.
 *
 * @throws AppError 400 for a filter's value that is too long, 404 without a session.
 */
export async function recordVisitorEvents(
  ctx: TenantContext<UsesVisitors>,
  input: EventsBody,
): Promise<EventsReply> {
  return inTransaction(ctx, async (ctx) => {
    const kept = await keepEvents(ctx, sessionNamedIn(input) ?? ctx.sessionId, input.events);
    const { session, added, changed } = kept;
    const { id, brokerage_id: brokerageId, client_id: clientId, lead_id: leadId } = session;
    if (added.length > 0 && (clientId !== null || leadId !== null)) {
      await feedLeads(ctx, { brokerageId, clientId, leadId }, signalsOf(id, added, ctx.clock.now()));
    }
    // Also what they have said themselves since the last events.
    if (added.length > 0 && leadId !== null) await storePreferences(ctx, leadId, wishesKnownOf(session));
    return { success: true, processed: added.length, updated_preferences: changed };
  });
}
