import { sql } from "kysely";
import type { ListingTraits } from "../../plain-words/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

export type TraitsById = Map<string, ListingTraits>;

/**
 * Stores the current traits of listings that the visitor met, and reads those stored earlier, in one statement.
 *
 * Index: visitor_listings_pkey. Expected: one row for each distinct listing of the session, of some 200 bytes.
 */
export async function storeTraits(db: Db, sessionId: string, met: TraitsById): Promise<TraitsById> {
  const { rows } = await sql<{ listing_id: string; traits: ListingTraits }>`
    with met as (
      insert into visitor_listings (session_id, listing_id, traits)
      select ${sessionId}::uuid, listing_id, traits
      from unnest(
        ${[...met.keys()]}::text[],
        ${[...met.values()].map((traits) => toJsonb(traits))}::jsonb[]
      ) as seen (listing_id, traits)
      on conflict (session_id, listing_id) do update set traits = excluded.traits
      returning listing_id, traits
    )
    select listing_id, traits
    from visitor_listings
    where session_id = ${sessionId}::uuid
    union all
    select listing_id, traits
    from met`.execute(db);
  // The new row of a listing comes last and replaces the old one in the map.
  return new Map(rows.map(({ listing_id, traits }) => [listing_id, traits]));
}
