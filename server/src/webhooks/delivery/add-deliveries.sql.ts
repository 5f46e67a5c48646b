import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

/** An event and the endpoints that get it. */
export type EventForEndpoints = {
  event: string;
  subject: string;
  data: object;
  occurredAt: Date;
  /** 0 is delivered first; 1 is for bulk events. */
  rank: 0 | 1;
  endpoints: number[];
};

/**
 * Inserts a delivery for each endpoint, due at once, in the order of the events.
 *
 * Index: none is read. Expected: at most MAX_DELIVERIES_PER_PAGE rows.
 */
export async function addDeliveries(db: Db, events: readonly EventForEndpoints[], now: Date): Promise<void> {
  const each = events.flatMap(({ endpoints }, index) =>
    endpoints.map((endpoint) => ({ endpoint, nth: index + 1 })),
  );
  if (each.length === 0) return;
  await sql`
    insert into webhook_deliveries
      (endpoint_id, message_id, event, subject, payload, rank, next_attempt_at, created_at)
    select endpoint_id, 'msg_' || gen_random_uuid(), event, subject, payload, rank, ${now}, ${now}
    from unnest(
      ${events.map(({ event }) => event)}::text[],
      ${events.map(({ subject }) => subject)}::text[],
      ${events.map(envelope)}::text[],
      ${events.map(({ rank }) => rank)}::smallint[]
    ) with ordinality as events (event, subject, payload, rank, nth)
    join unnest(
      ${each.map(({ endpoint }) => endpoint)}::integer[],
      ${each.map(({ nth }) => nth)}::integer[]
    ) as recipients (endpoint_id, nth) using (nth)
    order by nth, endpoint_id`.execute(db);
}

/** SPEC: Webhook events. */
function envelope({ event, occurredAt, data }: EventForEndpoints): string {
  return toJsonb({ event, timestamp: occurredAt.toISOString(), data });
}
