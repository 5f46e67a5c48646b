import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import type { ClientEvent } from "./wishes.ts";

export type NewEvent = Pick<
  ClientEvent,
  | "clientId"
  | "listingId"
  | "revision"
  | "kinds"
  | "searchIds"
  | "ofFavorite"
  | "newFor"
  | "fromPrice"
  | "status"
  | "part"
> & { alerts: Partial<Record<AlertChannel, number>>; readyAt: Date };

/** Rows of one statement: a change of a listing may concern many thousand clients. */
const CHUNK = 1000;

/**
 * Stores events. One of a client, a listing and a change that is stored already is left as it is.
 *
 * Index: search_events_once. Expected: some hundred rows; the rows are one parameter.
 */
export async function insertEvents(db: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  for (let at = 0; at < events.length; at += CHUNK) await insertChunk(db, events.slice(at, at + CHUNK), now);
}

async function insertChunk(db: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  const rows = events.map((event) => ({
    client_id: event.clientId,
    listing_id: event.listingId,
    revision: event.revision,
    kinds: event.kinds,
    search_ids: event.searchIds,
    of_favorite: event.ofFavorite,
    new_for: event.newFor,
    from_price: event.fromPrice,
    status: event.status,
    part: event.part,
    ready_at: event.readyAt,
    email: event.alerts.email ?? null,
    push: event.alerts.push ?? null,
  }));
  await sql`
    insert into search_events (client_id, listing_id, revision, kinds, search_ids, of_favorite, new_for, from_price,
      status, part, occurred_at, ready_at, email_alert_id, push_alert_id, pending)
    select client_id, listing_id, revision, kinds, search_ids, of_favorite, new_for, from_price, status, part,
      ${now}::timestamptz, ready_at, email, push, coalesce(email, push) is not null
    from json_to_recordset(${toJsonb(rows)}::json) as events (client_id integer, listing_id bigint, revision bigint,
      kinds text[], search_ids integer[], of_favorite boolean, new_for integer[], from_price numeric, status text, part text, ready_at timestamptz,
      email bigint, push bigint)
    on conflict on constraint search_events_once do nothing`.execute(db);
}
