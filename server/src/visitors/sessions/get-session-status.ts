import type { TenantContext } from "../../platform/context.ts";
import { readiness } from "../preferences/flat.ts";
import type { SessionStatus } from "../visitors.schemas.ts";
import { preferencesOfSession, requireSession } from "./session-row.ts";

/** Reports how much is known about the visitor's preferences. @throws AppError 404 without a session. */
export async function getSessionStatus(ctx: TenantContext): Promise<SessionStatus> {
  const session = await requireSession(ctx);
  const preferences = preferencesOfSession(session);
  const { ready, average } = readiness(preferences, session.properties_viewed);
  const age = ctx.clock.now().getTime() - session.created_at.getTime();
  return {
    ready,
    session_age_minutes: Math.max(0, Math.round(age / 6000) / 10),
    properties_viewed: session.properties_viewed,
    average_confidence: average,
    preferences,
    freeform_notes: session.notes,
    assigned_agent_id: session.assigned_agent_id === null ? null : String(session.assigned_agent_id),
  };
}
