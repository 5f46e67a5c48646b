import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** `events`: the outbox; `listings`: the change log of the listings. */
export type Reader = "events" | "listings";

/** How far has been read; whoever asks holds the reader to the end of the transaction. Index: webhook_readers_pkey. */
export async function lockReader(
  db: Db,
  reader: Reader,
): Promise<{ revision: number; compared_through: number; read_at: Date }> {
  return db
    .selectFrom("webhook_readers")
    .select(["revision", "compared_through", "read_at"])
    .where("reader", "=", reader)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Moves on what was locked. At the end of what there is, `read_at` moves too. */
export async function moveOn(
  db: Db,
  reader: Reader,
  { revision, atEnd }: { revision: number; atEnd: boolean },
): Promise<void> {
  await db
    .updateTable("webhook_readers")
    .set({ revision, ...(atEnd && { read_at: sql`now()` }) })
    .where("reader", "=", reader)
    .execute();
}

/** Notes, of what was locked, that deletions up to then were pruned before they were read. */
export async function noteMissed(db: Db, reader: Reader, through: number): Promise<void> {
  await db
    .updateTable("webhook_readers")
    .set({ compared_through: through })
    .where("reader", "=", reader)
    .execute();
}
