import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { SESSION_LIFETIME_MS } from "./session-row.ts";

/** Sessions per statement. Their events are deleted with them. */
const BATCH = 200;

/**
 * Deletes sessions without activity for 30 days, with everything they hold (SPEC: Session preferences). A job.
 *
 * Index: visitor_sessions_quiet.
 */
export async function deleteInactiveSessions(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - SESSION_LIFETIME_MS);
  for (let forgotten = 0; ; ) {
    const { rows } = await sql`
      delete from visitor_sessions
      where id in (
        select id
        from visitor_sessions
        where last_activity_at <= ${before}
        order by last_activity_at
        limit ${BATCH}
        for update skip locked
      )
      returning id`.execute(ctx.db);
    forgotten += rows.length;
    if (rows.length < BATCH || ctx.signal.aborted) return forgotten;
  }
}
