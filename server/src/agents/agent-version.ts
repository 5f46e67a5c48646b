import type { ActorContext, Context } from "../platform/context.ts";
import { type RecordVersion, versionFields } from "../platform/http/record-version.ts";
import { lockAgent, lockToRestore, visibleAgent } from "./visible-agents.ts";

type Input = { agent_id: number; disabled_at?: null | undefined };

export const agentVersion = {
  record: "agent",
  read: async (ctx, { agent_id }) => versionFields(await visibleAgent(ctx, agent_id)),
  lock: (ctx, { agent_id, disabled_at }) => (disabled_at === null ? lockToRestore : lockAgent)(ctx, agent_id),
} satisfies RecordVersion<Context, Input>;

/** The same of the agent who calls. */
export const ownProfileVersion = {
  record: "agent",
  read: (ctx) => agentVersion.read(ctx, { agent_id: ctx.actor.agentId ?? 0 }),
  lock: (ctx) => agentVersion.lock(ctx, { agent_id: ctx.actor.agentId ?? 0 }),
} satisfies RecordVersion<ActorContext, unknown>;
