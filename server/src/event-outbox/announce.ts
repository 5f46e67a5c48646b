import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { afterCommit, beforeCommit, type Db } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";

/** An event for webhook subscribers. */
export type Announcement = {
  event: EventName;
  /**
   * The object of the event, such as `lead:12`. Events of one subject are delivered in the order in which they were
   * announced.
   */
  subject: string;
  /** The owning brokerage; null when it has none. */
  brokerageId: number | null;
  /** The source of the event's listing, for events without a brokerage: they go to subscribers who see the source. */
  sourceId?: number;
  /** The `data` of the message. */
  data: Record<string, unknown>;
};

type PendingEvent = Announcement & { at: Date; held: Hold | null };

/** Until when events wait, and the change that they wait for. */
export type Hold = { until: Date; by: string };

/** The job that delivers events. */
export const eventDeliveryJob = "deliver-webhooks";

/** Events announced so far, by open transaction. */
const pendingEvents = new WeakMap<object, PendingEvent[]>();
const suppressed = new WeakSet<object>();
const holds = new WeakMap<object, Hold>();

/**
 * Announces events in the transaction that causes them: they are delivered only if it commits. Call
 * it while the subject is locked, so that events are stored in the order in which they happened. All events of a
 * transaction are written by one statement, the last before the commit.
 */
export async function announce(
  ctx: Pick<Context, "clock" | "jobs"> & { db: Db },
  announcements: readonly Announcement[],
): Promise<void> {
  if (announcements.length === 0 || suppressed.has(ctx.db)) return;
  const at = ctx.clock.now();
  const held = holds.get(ctx.db) ?? null;
  const pending = announcements.map((each) => ({ ...each, at, held }));
  const earlier = pendingEvents.get(ctx.db);
  if (earlier) {
    for (const each of pending) earlier.push(each);
    return;
  }
  pendingEvents.set(ctx.db, pending);
  await beforeCommit(ctx, async () => {
    pendingEvents.delete(ctx.db);
    await store(ctx.db, pending);
    afterCommit(ctx, () => ctx.jobs.wake(eventDeliveryJob));
  });
}

/** Adds data to an event that the current transaction has announced; does nothing when there is none. */
export function amendPending(
  ctx: { db: Db },
  { event, subject, data }: Pick<Announcement, "event" | "subject" | "data">,
): void {
  for (const pending of pendingEvents.get(ctx.db) ?? []) {
    if (pending.event === event && pending.subject === subject) pending.data = { ...pending.data, ...data };
  }
}

/** Holds back all further events of the current transaction, which makes a change that may be undone. */
export function holdEvents(ctx: { db: Db }, hold: Hold): void {
  holds.set(ctx.db, hold);
}

/** Suppresses all further events of the current transaction, which writes demo data. */
export function suppressEvents(ctx: { db: Db }): void {
  suppressed.add(ctx.db);
}

async function store(db: Db, announcements: readonly PendingEvent[]): Promise<void> {
  await sql`
    insert into event_outbox (event, brokerage_id, source_id, subject, data, occurred_at, held_until, held_by)
    select event, brokerage_id, source_id, subject, data, occurred_at, held_until, held_by
    from unnest(
      ${announcements.map(({ event }) => event)}::text[],
      ${announcements.map(({ brokerageId }) => brokerageId)}::integer[],
      ${announcements.map(({ sourceId }) => sourceId ?? null)}::integer[],
      ${announcements.map(({ subject }) => subject)}::text[],
      ${announcements.map(({ data }) => toJsonb(data))}::jsonb[],
      ${announcements.map(({ at }) => at)}::timestamptz[],
      ${announcements.map(({ held }) => held?.until ?? null)}::timestamptz[],
      ${announcements.map(({ held }) => held?.by ?? null)}::text[]
    ) with ordinality as announced (event, brokerage_id, source_id, subject, data, occurred_at, held_until, held_by, nth)
    order by nth`.execute(db);
}

/** Events of webhooks (SPEC: Webhook events; the others are additions). */
export const eventNames = [
  "image.analyzed",
  "indexing.completed",
  "lead.created",
  "lead.stage_changed",
  "lead.assigned",
  "tour.requested",
  "listing.updated",
] as const;

export type EventName = (typeof eventNames)[number];
