import { sql } from "kysely";
import type { DataSubject } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";

/**
 * The sessions of the clients who verified some emails: the ids for each person, in their order.
 *
 * Index: clients_email, visitor_sessions_client. Expected: at most a handful of sessions a person; 100 are read.
 */
export async function sessionsOfClients(db: Db, persons: readonly DataSubject[]): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(
      select visitor_sessions.id
      from clients
      join visitor_sessions on visitor_sessions.client_id = clients.id
      where clients.brokerage_id = person.brokerage_id
        and lower(clients.email) = lower(person.email)
      order by visitor_sessions.id
      limit 100
    ) as ids
    from unnest(
      ${persons.map(({ brokerageId }) => brokerageId)}::integer[],
      ${persons.map(({ email }) => email)}::text[]
    ) with ordinality as person (brokerage_id, email, nth)
    order by nth`.execute(db);
  return rows.map(({ ids }) => ids);
}
