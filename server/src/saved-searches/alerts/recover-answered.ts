import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { clientContacts } from "../../visitors/index.ts";
import { attempt } from "./attempt.ts";
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
    await attempt(ctx, { step: "recover alerts", client: clientId }, () =>
      inTransaction(ctx, (ctx) => recover(ctx, { clientId, brokerageId })),
    );
  }
}

async function recover(ctx: Context, client: { clientId: number; brokerageId: number }): Promise<void> {
  const recipient = await lockClient(ctx, client);
  if (!recipient) return;
  await reschedule(ctx, recipient);
  await ctx.db
    .updateTable("alert_recipients")
    .set({ slowed: false })
    .where("client_id", "=", client.clientId)
    .execute();
}
