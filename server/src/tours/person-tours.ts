import { type ExpressionBuilder, sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";
import type { DB } from "../platform/database/types.generated.ts";

/**
 * Deletes the tour requests of a person: those with their email, and those of their leads, which must be locked.
 * @returns the number of deleted rows.
 */
export async function eraseTours(
  { db }: Context,
  person: DataSubject,
  leadIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tour_requests")
    .where(belongsToPerson(person, leadIds))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The ids of those tour requests. */
export async function tourIdsOfPerson(
  { db }: Context,
  person: DataSubject,
  leadIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("tour_requests")
    .select("id")
    .where(belongsToPerson(person, leadIds))
    .execute();
  return rows.map(({ id }) => id);
}

function belongsToPerson({ brokerageId, email }: DataSubject, leadIds: readonly number[]) {
  return (eb: ExpressionBuilder<DB, "tour_requests">) =>
    eb.and([
      eb("brokerage_id", "=", brokerageId),
      eb.or([
        isAddress(sql.ref("email"), email),
        eb("lead_id", "=", sql<number>`any(${leadIds}::integer[])`),
      ]),
    ]);
}

/** The tour requests in a person's data export, oldest first. */
export async function exportTours(ctx: Context, person: DataSubject): Promise<object[]> {
  const rows = await toursWithAddress(ctx.db, person).selectAll().orderBy("id").execute();
  return rows.map(({ brokerage_id, ...tour }) => tour);
}

function toursWithAddress(db: Db, { brokerageId, email }: DataSubject) {
  return db
    .selectFrom("tour_requests")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email));
}
