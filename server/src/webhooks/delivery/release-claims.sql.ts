import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ClaimedDelivery } from "./claim-deliveries.sql.ts";

/**
 * Releases claims on deliveries that were not sent, which are due at once again. A claim that expired meanwhile is left alone.
 *
 * Index: webhook_deliveries_pkey. Expected: at most CLAIM_BATCH rows.
 */
export async function releaseClaims(
  db: Db,
  deliveries: readonly ClaimedDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update webhook_deliveries
    set next_attempt_at = ${now}
    from unnest(
      ${deliveries.map(({ id }) => id)}::bigint[],
      ${deliveries.map(({ claimed_until }) => claimed_until)}::timestamptz[]
    ) as claims (id, claimed_until)
    where webhook_deliveries.id = claims.id
      and status = 'pending'
      and next_attempt_at = claimed_until`.execute(db);
}
