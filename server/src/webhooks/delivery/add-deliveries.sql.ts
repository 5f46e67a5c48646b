import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** What endpoints are told, and which. */
export type Telling = {
  event: string;
  subject: string;
  data: object;
  occurredAt: Date;
  /** 0: before all others; 1: what comes in masses. */
  rank: 0 | 1;
  endpoints: number[];
};

/** Queues a delivery for each endpoint, due at once, in the order in which they are to be told. */
export async function addDeliveries(
  { db, clock }: Pick<Context, "clock"> & { db: Db },
  tellings: readonly Telling[],
): Promise<void> {
  const each = tellings.flatMap(({ endpoints }, at) =>
    endpoints.map((endpoint) => ({ endpoint, nth: at + 1 })),
  );
  if (each.length === 0) return;
  const now = clock.now();
  await sql`
    insert into webhook_deliveries
      (endpoint_id, message_id, event, subject, payload, rank, next_attempt_at, created_at)
    select endpoint_id, 'msg_' || gen_random_uuid(), event, subject, payload, rank, ${now}, ${now}
    from unnest(
      ${tellings.map(({ event }) => event)}::text[],
      ${tellings.map(({ subject }) => subject)}::text[],
      ${tellings.map(envelope)}::text[],
      ${tellings.map(({ rank }) => rank)}::smallint[]
    ) with ordinality as tellings (event, subject, payload, rank, nth)
    join unnest(
      ${each.map(({ endpoint }) => endpoint)}::integer[],
      ${each.map(({ nth }) => nth)}::integer[]
    ) as told (endpoint_id, nth) using (nth)
    order by nth, endpoint_id`.execute(db);
}

/** SPEC: Webhook events. */
function envelope({ event, occurredAt, data }: Telling): string {
  return JSON.stringify({ event, timestamp: occurredAt.toISOString(), data });
}
