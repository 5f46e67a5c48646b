import type { ActorContext, Context } from "../../../server/src/platform/context.ts";

const HOUR_MS = 3_600_000;

/** A person of the demo's staff, in whose name its history happens. */
export type Person = { role: "broker" | "agent"; id: number | null; name: string; email: string };

/** The work of a context some hours ago. */
export function hoursAgo<C extends Context>(ctx: C, hours: number): C {
  const moment = ctx.clock.now().getTime() - Math.round(hours * HOUR_MS);
  return { ...ctx, clock: { now: () => new Date(moment) } };
}

/** The work of that person. */
export function asPerson<C extends Context>(ctx: C, brokerageId: number, person: Person): C & ActorContext {
  const { role, id: agentId, name, email } = person;
  return { ...ctx, actor: { role, name, email, userId: null, apiKeyId: null, brokerageId, agentId } };
}
