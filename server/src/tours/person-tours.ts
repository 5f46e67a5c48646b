import { sql } from "kysely";
import type { Context } from "../context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";

/**
 * Removes every request of a person to see a listing: those with their address, and those of their leads, which must be
 * held. @returns how many.
 */
export async function eraseTours(
  { db }: Context,
  { brokerageId, email }: DataSubject,
  leadIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tour_requests")
    .where("brokerage_id", "=", brokerageId)
    .where((eb) =>
      eb.or([
        isAddress(sql.ref("email"), email),
        eb("lead_id", "=", sql<number>`any(${leadIds}::integer[])`),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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
