import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { clientContacts } from "../../visitors/index.ts";
import { lockClient, reschedule } from "./reschedule.ts";

/**
 * Gives clients who have reacted again the rhythm that they have chosen: what was scheduled weekly for them is scheduled anew.
 *
 * Index: alert_recipients_slowed. Expected: as many rows as clients who do not react.
 */
export async function recoverAnswered(ctx: Context): Promise<void> {
  const slowed = await ctx.db
    .selectFrom("alert_recipients")
    .select("client_id")
    .where("slowed", "=", true)
    .execute();
  const contacts = await clientContacts(
    ctx.db,
    slowed.map(({ client_id }) => client_id),
  );
  for (const { id: clientId, brokerageId, unansweredSince } of contacts.values()) {
    if (unansweredSince !== null) continue;
    await inTransaction(ctx, async (ctx) => {
      const recipient = await lockClient(ctx, { clientId, brokerageId });
      if (!recipient) return;
      await reschedule(ctx, recipient);
      await ctx.db
        .updateTable("alert_recipients")
        .set({ slowed: false })
        .where("client_id", "=", clientId)
        .execute();
    });
  }
}
