import { sql } from "kysely";
import { eraseAnnounced, eraseAnnouncedOfLead } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";

const BATCH = 500;

/**
 * Removes what webhooks were told, or are still to be told, about somebody: of their leads, which must be held, and their
 * tours, and whatever names them in their brokerage, of leads that are deleted already too. What is on its way at this moment
 * arrives.
 *
 * @returns how many deliveries; what was announced, and is none yet, goes uncounted.
 */
export async function eraseDeliveries(
  ctx: Context,
  person: DataSubject,
  { leadIds, tourIds }: { leadIds: readonly number[]; tourIds: readonly number[] },
): Promise<number> {
  // First what no delivery is made of yet: while one is being made this waits, and finds it below.
  await eraseAnnounced(ctx, person, leadIds);
  const subjects = [...leadIds.map((id) => `lead:${id}`), ...tourIds.map((id) => `tour:${id}`)];
  const ids = await idsOf(ctx, person, subjects);
  await remove(ctx, ids);
  return ids.length;
}

/**
 * Removes what webhooks were told, or are still to be told, about a lead that is being deleted, which must be held, and about
 * its tours. What is on its way at this moment arrives.
 */
export async function dropLeadDeliveries(
  ctx: Context,
  lead: { id: number; brokerage_id: number; email: string },
): Promise<void> {
  await eraseAnnouncedOfLead(ctx, lead);
  const person = { brokerageId: lead.brokerage_id, email: lead.email };
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries where subject = ${`lead:${lead.id}`}
    union
    select id from webhook_deliveries
    where ${naming(person)} and payload::jsonb -> 'data' ->> 'lead_id' = ${String(lead.id)}`.execute(ctx.db);
  await remove(
    ctx,
    rows.map(({ id }) => id),
  );
}

async function remove(ctx: Context, deliveries: readonly number[]): Promise<void> {
  const ids = deliveries.toSorted((one, other) => one - other);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    // In one order, as whoever takes several.
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
async function idsOf({ db }: Context, person: DataSubject, subjects: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries
    where subject = any(
      ${subjects}::text[] || array(select subject from webhook_deliveries where ${naming(person)})
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** What webhooks were told about somebody, oldest first, and where: of an address the host alone, as the rest may be secret. */
export async function exportDeliveries({ db }: Context, person: DataSubject): Promise<object[]> {
  const { rows } = await sql<{ url: string; payload: string } & Record<string, unknown>>`
    select delivery.event, endpoint.url, delivery.status, delivery.created_at, delivery.delivered_at, delivery.payload
    from webhook_deliveries as delivery
    join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.subject = any(array(select subject from webhook_deliveries where ${naming(person)}))
    order by delivery.id`.execute(db);
  return rows.map(({ url, payload, ...told }) => ({
    ...told,
    to: new URL(url).host,
    payload: JSON.parse(payload),
  }));
}

/** Index webhook_deliveries_person, whose expressions these are. */
function naming({ brokerageId, email }: DataSubject) {
  return sql`
    event in ('lead.created', 'tour.requested')
    and lower(payload::jsonb -> 'data' ->> 'email') = lower(${email})
    and payload::jsonb -> 'data' ->> 'brokerage_id' = ${String(brokerageId)}`;
}
