import { leadScope } from "../leads/index.ts";
import type { Context } from "../platform/context.ts";
import type { Actor } from "../platform/http/permissions.ts";

/** A row of `stream_events`, which triggers write (server/migrations/0079-stream-events.sql). */
export type LoggedEvent = {
  position: number;
  event: string;
  brokerageId: number | null;
  agentId: number | null;
  leftAgentId: number | null;
  data: Record<string, unknown>;
};

/** What a stream may see: the leads of its caller's lead scope; null: everything, feeds and jobs as well (admins). */
export type StreamScope = { brokerageId: number; agentId: number | null } | null;

export function streamScope(ctx: Pick<Context, "db">, actor: Actor): Promise<StreamScope> {
  return leadScope({ db: ctx.db, actor });
}

/** Streams of one key get the same bytes. */
export function keyOf(scope: StreamScope): string {
  return scope === null ? "all" : `${scope.brokerageId}:${scope.agentId ?? "all"}`;
}

/** The event as the scope may see it; null: not at all. */
export function seenIn(scope: StreamScope, logged: LoggedEvent): { event: string; data: object } | null {
  const { event, data, brokerageId, agentId, leftAgentId } = logged;
  if (scope === null) return { event, data };
  if (scope.brokerageId !== brokerageId) return null;
  if (scope.agentId === null || scope.agentId === agentId) return { event, data };
  if (scope.agentId !== leftAgentId) return null;
  // To the agent who had the lead, what has become of it is as unknown as every lead of others.
  return "lead_id" in data
    ? { event: "lead.left", data: { lead_id: data.lead_id } }
    : { event: "leads.changed", data: {} };
}
