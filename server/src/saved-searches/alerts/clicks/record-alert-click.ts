import { warmLeadsOfClient } from "../../../engagement/index.ts";
import type { OpenedLink } from "../../../listings/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { noteClientActive } from "../../../visitors/index.ts";

/** As refs are made: 128 bits in base64url. */
const REF = /^[\w-]{22}$/;

/**
 * Counts a click in an alert: a sign of life of its client (search.md, D50), and of interest for their leads, once for a listing and an
 * alert (D55). Anything else that a link may have as its `ref` counts nothing.
 *
 * @param opened `listingId`: null for a link to a list.
 *
 * Index: search_alerts_ref_key.
 */
export async function recordAlertClick(
  ctx: Context,
  { ref, listingId }: Pick<OpenedLink, "ref"> & { listingId: number | null },
): Promise<void> {
  if (!REF.test(ref)) return;
  const alert = await ctx.db
    .selectFrom("search_alerts")
    .select(["id", "client_id", "brokerage_id"])
    .where("ref", "=", ref)
    .executeTakeFirst();
  if (!alert) return;
  const tells = listingId !== null && (await tellsOf(ctx, alert.id, listingId));
  await inTransaction(ctx, async (ctx) => {
    await noteClientActive(ctx, alert.client_id);
    if (!tells) return;
    await warmLeadsOfClient(ctx, { brokerageId: alert.brokerage_id, clientId: alert.client_id }, [
      {
        kind: "alert_click",
        occurredAt: ctx.clock.now(),
        origin: `alert click:${alert.id}:${listingId}`,
      },
    ]);
  });
}

/**
 * Whether the alert has told of the listing: others that are opened with its `ref` are no sign of interest.
 * Index: search_events_once.
 */
async function tellsOf({ db }: Context, alertId: number, listingId: number): Promise<boolean> {
  const event = await db
    .selectFrom("search_events")
    .innerJoin("search_alerts", "search_alerts.client_id", "search_events.client_id")
    .select("search_events.id")
    .where("search_alerts.id", "=", alertId)
    .where("listing_id", "=", listingId)
    .where((eb) => eb.or([eb("email_alert_id", "=", alertId), eb("push_alert_id", "=", alertId)]))
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
