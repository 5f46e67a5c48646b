import { storePreferences } from "../leads/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import {
  type EventsBody,
  type EventsReply,
  preferencesWithNotes,
  recordEvents,
  sessionIdInBody,
  signalsOf,
  type UsesVisitors,
} from "../visitors/index.ts";
import { warmLeadsOfVisitor } from "./warm-leads-of-visitor.ts";

/**
 * Records a visitor's events, each once, and updates the inferred preferences. For an identified visitor, the leads
 * get the signals in the same transaction. Those of a visitor who refuses to be tracked are dropped (web.md, W21).
 *
 * @throws AppError 400 for a filter's value that is too long, 404 without a session.
 */
export async function recordVisitorEvents(
  ctx: TenantContext<UsesVisitors>,
  input: EventsBody,
): Promise<EventsReply> {
  if (ctx.refusesTracking) return { success: true, processed: 0, updated_preferences: [] };
  return inTransaction(ctx, async (ctx) => {
    const kept = await recordEvents(ctx, sessionIdInBody(input) ?? ctx.sessionId, input.events);
    const { session, added, changed } = kept;
    const { id, brokerage_id: brokerageId, client_id: clientId, lead_id: leadId } = session;
    if (added.length > 0 && (clientId !== null || leadId !== null)) {
      await warmLeadsOfVisitor(ctx, { brokerageId, clientId, leadId }, signalsOf(id, added, ctx.clock.now()));
    }
    // Includes preferences that were stated since the last events.
    if (added.length > 0 && leadId !== null)
      await storePreferences(ctx, leadId, preferencesWithNotes(session));
    return { success: true, processed: added.length, updated_preferences: changed };
  });
}
