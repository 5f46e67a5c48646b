import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type QuietQuery = {
  now: Date;
  /** No activity after this time. */
  since: Date;
  exceptBrokerages: number[];
  limit: number;
};

/**
 * Moves the longest quiet registrations to nurture, and returns their number.
 *
 * Index: leads_registrations_quiet, whose condition the six statuses repeat: read from its start to `since`.
 * Expected: at most `limit` rows. `skip locked` leaves out leads under change: they are not quiet.
 */
export async function nurtureQuiet(
  db: Db,
  { now, since, exceptBrokerages, limit }: QuietQuery,
): Promise<number> {
  const { rows } = await sql`
    update leads
    set registration_status = 'nurture', updated_at = ${now}
    where id in (
      select id
      from leads
      where registration_status in ('new', 'assigned', 'contacted', 'qualified', 'showing', 'offer')
        and last_contact <= ${since}
        and updated_at <= ${since}
        and coalesce(last_signal_at, created_at) <= ${since}
        and brokerage_id <> all(${exceptBrokerages}::integer[])
      order by last_contact, id
      limit ${limit}
      for no key update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
