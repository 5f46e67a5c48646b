import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** The number of waiting mails, and the failure of the oldest one that has failed. */
export async function waitingMail(db: Db): Promise<{ waiting: number; failure: string | null }> {
  const { rows } = await sql<{ waiting: number; failure: string | null }>`
    select
      count(*)::int as waiting,
      (array_agg(failure order by created_at, id) filter (where failure is not null))[1] as failure
    from messages
    where channel = 'email' and state in ('waiting', 'sending')`.execute(db);
  return rows[0] as { waiting: number; failure: string | null };
}
