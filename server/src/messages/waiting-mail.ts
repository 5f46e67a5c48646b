import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** What has not left yet; and of what has been tried in vain, why the first of it has not. */
export async function waitingMail(db: Db): Promise<{ waiting: number; failure: string | null }> {
  const { rows } = await sql<{ waiting: number; failure: string | null }>`
    select
      count(*)::int as waiting,
      (array_agg(failure order by created_at, id) filter (where failure is not null))[1] as failure
    from messages
    where channel = 'email' and state in ('waiting', 'sending')`.execute(db);
  return rows[0] as { waiting: number; failure: string | null };
}
