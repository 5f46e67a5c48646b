import { sql } from "kysely";
import { eraseLeadEvents, erasePersonEvents } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";

const BATCH = 500;

/**
 * Deletes deliveries and undelivered events about a person: of their leads, which must be locked, of their tours, and
 * those that name the person in the brokerage, for deleted leads too. A delivery in flight still arrives.
 *
 * @returns how many deliveries; outbox events are not counted.
 */
export async function eraseDeliveries(
  ctx: Context,
  person: DataSubject,
  { leadIds, tourIds }: { leadIds: readonly number[]; tourIds: readonly number[] },
): Promise<number> {
  // Outbox events come first: this waits for a process that is turning them into deliveries, which are then found
  // below.
  await erasePersonEvents(ctx, person, leadIds);
  const subjects = [...leadIds.map((id) => `lead:${id}`), ...tourIds.map((id) => `tour:${id}`)];
  const ids = await findDeliveryIds(ctx, person, subjects);
  await deleteInBatches(ctx, ids);
  return ids.length;
}

/**
 * Deletes deliveries and undelivered events about a lead that is being deleted, which must be locked, and about its
 * tours. A delivery in flight still arrives.
 */
export async function deleteLeadDeliveries(
  ctx: Context,
  lead: { id: number; brokerage_id: number; email: string },
): Promise<void> {
  await eraseLeadEvents(ctx, lead);
  const person = { brokerageId: lead.brokerage_id, email: lead.email };
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries where subject = ${`lead:${lead.id}`}
    union
    select id from webhook_deliveries
    where ${mentionsPerson(person)} and payload::jsonb -> 'data' ->> 'lead_id' = ${String(lead.id)}`.execute(
    ctx.db,
  );
  await deleteInBatches(
    ctx,
    rows.map(({ id }) => id),
  );
}

async function deleteInBatches(ctx: Context, deliveries: readonly number[]): Promise<void> {
  const ids = deliveries.toSorted((one, other) => one - other);
  for (let index = 0; index < ids.length; index += BATCH) {
    const batch = ids.slice(index, index + BATCH);
    // Locked in the order of their ids, as in every transaction that locks several.
    await ctx.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("id", "in", batch)
      .orderBy("id")
      .forUpdate()
      .execute();
    await ctx.db.deleteFrom("webhook_deliveries").where("id", "in", batch).execute();
  }
}

/** Indexes webhook_deliveries_subject and webhook_deliveries_person. */
async function findDeliveryIds(
  { db }: Context,
  person: DataSubject,
  subjects: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries
    where subject = any(
      ${subjects}::text[] || array(select subject from webhook_deliveries where ${mentionsPerson(person)})
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Exports the deliveries about a person, oldest first, with the host of the receiver: the rest of the address may be
 * secret.
 */
export async function exportDeliveries({ db }: Context, person: DataSubject): Promise<object[]> {
  const { rows } = await sql<{ url: string; payload: string } & Record<string, unknown>>`
    select delivery.event, endpoint.url, delivery.status, delivery.created_at, delivery.delivered_at, delivery.payload
    from webhook_deliveries as delivery
    join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.subject = any(array(select subject from webhook_deliveries where ${mentionsPerson(person)}))
    order by delivery.id`.execute(db);
  return rows.map(({ url, payload, ...delivery }) => ({
    ...delivery,
    to: new URL(url).host,
    payload: JSON.parse(payload),
  }));
}

/** Index webhook_deliveries_person, whose expressions these are. */
function mentionsPerson({ brokerageId, email }: DataSubject) {
  return sql`
    event in ('lead.created', 'tour.requested')
    and lower(payload::jsonb -> 'data' ->> 'email') = lower(${email})
    and payload::jsonb -> 'data' ->> 'brokerage_id' = ${String(brokerageId)}`;
}
