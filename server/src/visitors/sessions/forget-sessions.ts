import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { FORGOTTEN_AFTER_MS } from "./session-row.ts";

/** Sessions a statement: their events go with them. */
const AT_ONCE = 200;

/**
 * Removes sessions that nobody has used for 30 days, with all they hold (SPEC: Session preferences). A job.
 *
 * Index: visitor_sessions_quiet.
 */
export async function forgetSessions(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER_MS);
  for (let forgotten = 0; ; ) {
    const { rows } = await sql`
      delete from visitor_sessions
      where id in (
        select id
        from visitor_sessions
        where last_activity_at <= ${before}
        order by last_activity_at
        limit ${AT_ONCE}
        for update skip locked
      )
      returning id`.execute(ctx.db);
    forgotten += rows.length;
    if (rows.length < AT_ONCE || ctx.signal.aborted) return forgotten;
  }
}
