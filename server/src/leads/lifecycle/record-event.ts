import type { Context } from "../../platform/context.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { Channel, EventType } from "./events.ts";
import type { Stage } from "./stages.ts";

/** The actor of a timeline row. */
export type EventActor = { type: "api_key" | "user" | "visitor" | "system"; id: number | null; name: string };

export const system: EventActor = { type: "system", id: null, name: "system" };
export const visitor: EventActor = { type: "visitor", id: null, name: "website visitor" };

export type NewEvent = {
  event: EventType;
  /** Rows of the stage history only; null on the first one. */
  from?: Stage | null;
  to?: Stage;
  reasonCode?: string | null;
  note?: string | null;
  channel?: Channel | null;
  occurredAt: Date;
  /** When the event was entered, if later than it happened. */
  enteredAt?: Date | null;
  payload?: object;
  actor?: EventActor;
};

/** Writes a row of a timeline. The lead must be locked, or new; for a change of stage use `applyEvent`. */
export async function recordEvent(ctx: Context, leadId: number, event: NewEvent): Promise<RecordedEvent> {
  const columns = eventColumns(ctx, event);
  const { id } = await ctx.db
    .insertInto("lead_events")
    .values({ lead_id: leadId, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, ...columns };
}

export type RecordedEvent = { id: number } & ReturnType<typeof eventColumns>;

/** The columns of a timeline row, without its lead. */
export function eventColumns(ctx: Context, event: NewEvent) {
  const now = ctx.clock.now();
  const actor = event.actor ?? actorOf(ctx);
  return {
    event_type: event.event,
    from_stage: event.from ?? null,
    to_stage: event.to ?? null,
    reason_code: event.reasonCode ?? null,
    note: event.note ?? null,
    channel: event.channel ?? null,
    occurred_at: event.occurredAt,
    actor_entered_at: event.enteredAt ?? null,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    payload: toJsonb(event.payload ?? {}),
    created_at: now,
  };
}

function actorOf({ actor }: Context): EventActor {
  if (actor === null) return system;
  return actor.userId === null
    ? { type: "api_key", id: actor.apiKeyId, name: actor.name }
    : { type: "user", id: actor.userId, name: actor.name };
}
