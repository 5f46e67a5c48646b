import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Writes the sold listings that have become older than their source's `sold_max_age_days` since the last call, so that all readers of
 * the change log read them again. The first call after a change of the rule only notes the day: `touchListings` covers all listings.
 *
 * Index: listings_source_id_listing_key_key, for the sources with such a rule, once a day. Expected: the sales of a day.
 */
export async function touchAgedListings(db: Db): Promise<void> {
  await sql`
    with due as (
      select source_id, sold_hidden_before, (now() at time zone 'utc')::date - sold_max_age_days as hidden_before
      from source_rules
      where sold_max_age_days is not null
        and sold_hidden_before is distinct from (now() at time zone 'utc')::date - sold_max_age_days
    ),
    noted as (
      update source_rules
      set sold_hidden_before = due.hidden_before
      from due
      where source_rules.source_id = due.source_id
    )
    update listings
    set updated_at = now()
    from due
    where listings.source_id = due.source_id
      and status = 'Closed'
      and sold_date >= due.sold_hidden_before
      and sold_date < due.hidden_before`.execute(db);
}
