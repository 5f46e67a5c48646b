import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { clientContacts } from "../../../visitors/index.ts";
import { lockClient, reschedule } from "../reschedule.ts";

type Target = { searchId: number } | { clientId: number };

/**
 * Ends the alerts of one search, or all of a client: their frequency is `off` from now on, and what was scheduled is not sent (search.md,
 * D51). Flags of leads stay as they are. Repeating it changes nothing; nor does it when the search or the client is gone.
 */
export async function endAlerts(ctx: Context, target: Target): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const clientId = "clientId" in target ? target.clientId : await clientOfSearch(ctx, target.searchId);
    const client = (await clientContacts(ctx.db, clientId === null ? [] : [clientId])).get(clientId ?? 0);
    if (!client) return;
    const recipient = await lockClient(ctx, { clientId: client.id, brokerageId: client.brokerageId });
    let searches = ctx.db
      .updateTable("saved_searches")
      .set({ frequency: "off", updated_at: ctx.clock.now() })
      .where("client_id", "=", client.id)
      .where("frequency", "<>", "off");
    if ("searchId" in target) searches = searches.where("id", "=", target.searchId);
    await searches.execute();
    if ("clientId" in target) {
      await ctx.db
        .updateTable("alert_recipients")
        .set({ favorites_frequency: "off" })
        .where("client_id", "=", client.id)
        .execute();
      recipient.favorites.frequency = "off";
    }
    await reschedule(ctx, recipient);
  });
}

async function clientOfSearch({ db }: Context, id: number): Promise<number | null> {
  const search = await db
    .selectFrom("saved_searches")
    .select("client_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return search?.client_id ?? null;
}
