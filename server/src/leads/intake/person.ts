import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Serializes the requests of one email, so that the second finds what the first created. A transaction-level advisory lock:
 * before the first lead there is no row to lock, and locking the brokerage would block all its visitors. It cannot deadlock:
 * it is the first lock of a transaction, each transaction takes one, and a transaction with a locked lead never takes it. Two
 * emails with the same hash share a lock. Only statements that start after it see what it waited for.
 */
export async function lockPerson(
  db: Db,
  { brokerageId, email }: { brokerageId: number; email: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), ${brokerageId}))`.execute(db);
}
