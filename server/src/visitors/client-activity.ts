import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

/** A client who is active again within this time is not recorded again, unless an alert was sent meanwhile. */
const RECORDED_AGAIN_MS = 3_600_000;

/**
 * Records a sign of life of a client: a call with their token, or a click in an alert (search.md, D50). Nothing for a deleted client, nor
 * for one who is being erased: the erasure, which holds the client's row, is waited for.
 *
 * Index: client_activity_pkey. Expected: one row; a write once an hour at most, and after each alert.
 */
export async function noteClientActive({ db, clock }: Context, clientId: number): Promise<void> {
  const now = clock.now();
  const recorded = await db
    .selectFrom("client_activity")
    .select("client_id")
    .where("client_id", "=", clientId)
    .where("unanswered_since", "is", null)
    .where("active_at", ">", new Date(now.getTime() - RECORDED_AGAIN_MS))
    .executeTakeFirst();
  if (recorded) return;
  await sql`
    insert into client_activity (client_id, active_at)
    select id, ${now}
    from clients
    where id = ${clientId}
    for key share
    on conflict (client_id) do update set active_at = excluded.active_at, unanswered_since = null`.execute(
    db,
  );
}

/**
 * Records that alerts were sent to clients: the time counts only for those who were active since the last alert.
 *
 * @returns the clients for whom this is the first alert since.
 */
export async function noteClientsAlerted(db: Db, clientIds: readonly number[], at: Date): Promise<number[]> {
  if (clientIds.length === 0) return [];
  const { rows } = await sql<{ client_id: number }>`
    insert into client_activity (client_id, unanswered_since)
    select id, ${at}
    from clients
    where id = any(${clientIds}::integer[])
    order by id
    for key share
    on conflict (client_id) do update set unanswered_since = excluded.unanswered_since
    where client_activity.unanswered_since is null
    returning client_id`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/**
 * The clients whose alerts are unanswered since a time or longer. Index: client_activity_unanswered. Expected: a few a day.
 */
export async function clientsUnansweredSince(db: Db, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("client_activity")
    .select("client_id")
    .where("unanswered_since", "<=", since)
    .orderBy("unanswered_since")
    .limit(limit)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Ends the count of unanswered alerts: none are sent any more. */
export async function forgetUnanswered(db: Db, clientId: number): Promise<void> {
  await db
    .updateTable("client_activity")
    .set({ unanswered_since: null })
    .where("client_id", "=", clientId)
    .execute();
}

/** A client as someone who gets alerts. */
export type ClientContact = {
  id: number;
  brokerageId: number;
  email: string;
  /** The first alert since their last sign of life. */
  unansweredSince: Date | null;
};

/**
 * Keeps clients from being deleted until the end of the transaction. @returns the ids of those that exist, ascending. Index: clients_pkey.
 */
export async function keepClients(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from clients
    where id = any(${ids}::integer[])
    order by id
    for key share`.execute(db);
  return rows.map(({ id }) => id);
}

/** Clients by id; deleted ones are left out. Index: clients_pkey, client_activity_pkey. Expected: as many rows as ids. */
export async function clientContacts(db: Db, ids: readonly number[]): Promise<Map<number, ClientContact>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ClientContact>`
    select clients.id, brokerage_id as "brokerageId", email, unanswered_since as "unansweredSince"
    from clients
    left join client_activity on client_activity.client_id = clients.id
    where clients.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
