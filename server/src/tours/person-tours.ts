import { type ExpressionBuilder, sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";
import type { DB } from "../platform/database/types.generated.ts";

/**
 * Removes every request of a person to see a listing: those with their address, and those of their leads, which must be
 * held. @returns how many.
 */
export async function eraseTours(
  { db }: Context,
  person: DataSubject,
  leadIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tour_requests")
    .where(ofPerson(person, leadIds))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Which those are. */
export async function tourIdsOf(
  { db }: Context,
  person: DataSubject,
  leadIds: readonly number[],
): Promise<number[]> {
  const rows = await db.selectFrom("tour_requests").select("id").where(ofPerson(person, leadIds)).execute();
  return rows.map(({ id }) => id);
}

function ofPerson({ brokerageId, email }: DataSubject, leadIds: readonly number[]) {
  return (eb: ExpressionBuilder<DB, "tour_requests">) =>
    eb.and([
      eb("brokerage_id", "=", brokerageId),
      eb.or([
        isAddress(sql.ref("email"), email),
        eb("lead_id", "=", sql<number>`any(${leadIds}::integer[])`),
      ]),
    ]);
}

/** What is held of them, oldest first. */
export async function exportTours(ctx: Context, person: DataSubject): Promise<object[]> {
  const rows = await toursOf(ctx.db, person).selectAll().orderBy("id").execute();
  return rows.map(({ brokerage_id, ...tour }) => tour);
}

function toursOf(db: Db, { brokerageId, email }: DataSubject) {
  return db
    .selectFrom("tour_requests")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email));
}
