import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { Download } from "../../../platform/http/download.ts";
import { invalidLinkPage, page } from "../../../platform/http/page.ts";
import { clientContacts, noteClientActive } from "../../../visitors/index.ts";
import { lockClient, reschedule } from "../reschedule.ts";
import { clientOfResumeToken } from "./resume-links.ts";

/** The button of the mail that asks: all paused alerts of the client go on (search.md, D50). */
export async function resumeAlerts(ctx: Context, { token }: { token: string }): Promise<Download> {
  const clientId = await clientOfResumeToken(ctx, token);
  if (clientId === null) return invalidLinkPage();
  await inTransaction(ctx, async (ctx) => {
    const client = (await clientContacts(ctx.db, [clientId])).get(clientId);
    if (!client) return;
    const recipient = await lockClient(ctx, { clientId, brokerageId: client.brokerageId });
    await ctx.db
      .updateTable("saved_searches")
      .set({ status: "active", updated_at: ctx.clock.now() })
      .where("client_id", "=", clientId)
      .where("status", "=", "paused")
      .execute();
    await ctx.db
      .updateTable("alert_recipients")
      .set({ favorites_status: "active" })
      .where("client_id", "=", clientId)
      .execute();
    await noteClientActive(ctx, clientId);
    recipient.favorites.status = "active";
    recipient.unansweredSince = null;
    await reschedule(ctx, recipient);
  });
  return page({ title: "Thank you", text: "Your alerts go on." });
}
