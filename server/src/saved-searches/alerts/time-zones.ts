import type { Context } from "../../platform/context.ts";
import { lockClient, reschedule } from "./reschedule.ts";

/**
 * Sets the time zone of a client, for all of their alerts (search.md, D47), and schedules those anew. A zone that equals the brokerage's is
 * stored too: the brokerage's may change.
 */
export async function setTimeZone(
  ctx: Context,
  client: { clientId: number; brokerageId: number },
  timeZone: string,
): Promise<void> {
  const recipient = await lockClient(ctx, client);
  await ctx.db
    .updateTable("alert_recipients")
    .set({ time_zone: timeZone })
    .where("client_id", "=", client.clientId)
    .execute();
  await reschedule(ctx, { ...recipient, timeZone });
}
