import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * One at a time of one email: whoever comes second finds what the first has made. There is no row to lock before there is a
 * lead; the brokerage's would hold up all its visitors. So it is an advisory lock of the transaction, which both databases
 * have. It cannot close a circle: it is the first lock that a transaction takes, it takes one of them, and nobody
 * who holds a lead waits for it. Two emails with one hash merely wait for each other. What it has waited for is seen only by
 * statements that begin after it.
 */
export async function lockPerson(
  db: Db,
  { brokerageId, email }: { brokerageId: number; email: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), ${brokerageId}))`.execute(db);
}
