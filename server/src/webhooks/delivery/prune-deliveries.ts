import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

const RETENTION_MS = 30 * 86_400_000;
const BATCH = 500;

/**
 * Deletes deliveries older than 30 days, in short statements. Those still pending then belong to a disabled endpoint
 * and are deleted too.
 *
 * Index: webhook_deliveries_created, which stops at the limit.
 */
export async function pruneDeliveries(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - RETENTION_MS);
  let gone = 0;
  while (!ctx.signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_deliveries
      where id in (
        select webhook_deliveries.id
        from webhook_deliveries
        join webhook_endpoints on webhook_endpoints.id = endpoint_id
        where webhook_deliveries.created_at < ${before}
          and (webhook_deliveries.status <> 'pending' or webhook_endpoints.status = 'disabled')
        order by webhook_deliveries.created_at
        limit ${BATCH}
        for update of webhook_deliveries skip locked
      )`.execute(ctx.db);
    gone += Number(numAffectedRows);
    if (numAffectedRows < BATCH) break;
  }
  return gone;
}
