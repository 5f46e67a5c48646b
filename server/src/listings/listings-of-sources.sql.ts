import { type RawBuilder, sql } from "kysely";

/**
 * A condition for statements of other tables that have listings' ids: the listing is of one of these sources; null for all sources.
 * Index: listings_pkey, or listings_source_id_listing_key_key for sources of few listings.
 */
export function isOfSources(
  listingId: RawBuilder<unknown>,
  sourceIds: readonly number[] | null,
): RawBuilder<boolean> {
  if (sourceIds === null) return sql`true`;
  return sql`${listingId} in (select id from listings where source_id = any(${sourceIds}::bigint[]))`;
}
