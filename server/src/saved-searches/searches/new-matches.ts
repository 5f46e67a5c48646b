import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A listing that began to match searches, and when. */
export type NewMatch = { listing_id: number; occurred_at: Date; new_for: number[] };

/**
 * The listings that began to match a client's searches after a time.
 *
 * Index: search_events_once. Expected: some hundred rows; at most some thousand, of 90 days.
 */
export async function newMatches(db: Db, clientId: number, after: Date): Promise<NewMatch[]> {
  return db
    .selectFrom("search_events")
    .select(["listing_id", "occurred_at", "new_for"])
    .where("client_id", "=", clientId)
    .where("occurred_at", ">", after)
    .where(sql<boolean>`new_for <> '{}'`)
    .execute();
}

/** The listings that began to match one search after a time. */
export function listingsNewTo(searchId: number, after: Date, matches: readonly NewMatch[]): Set<number> {
  return new Set(
    matches
      .filter(({ new_for, occurred_at }) => new_for.includes(searchId) && occurred_at > after)
      .map(({ listing_id }) => listing_id),
  );
}
