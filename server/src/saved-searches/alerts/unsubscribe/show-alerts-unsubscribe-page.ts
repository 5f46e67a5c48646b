import { brokerageSummary } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { invalidLinkPage, outsidePath, page } from "../../../platform/http/page.ts";
import { clientContacts } from "../../../visitors/index.ts";
import { toSearchRow } from "../../searches/saved-search-row.ts";
import { searchTitle } from "../compose/search-title.ts";
import { UNSUBSCRIBE_PATH, unsubscribeTarget } from "./unsubscribe-links.ts";

/** The page of an unsubscribe link: a button. Opening it changes nothing, because mail scanners open links (search.md, D51). */
export async function showAlertsUnsubscribePage(
  ctx: Context,
  { token }: { token: string },
): Promise<Download> {
  const target = await unsubscribeTarget(ctx, token);
  if (!target) return invalidLinkPage();
  const action = `${outsidePath(ctx.config)}${UNSUBSCRIBE_PATH}/${token}/button`;
  if ("clientId" in target) {
    const client = (await clientContacts(ctx.db, [target.clientId])).get(target.clientId);
    const from = client ? ` from ${(await brokerageSummary(ctx.db, client.brokerageId)).name}` : "";
    return page({
      title: "Stop all alerts",
      text: `You will get no more alerts about homes${from}.`,
      button: { label: "Stop all alerts", action },
    });
  }
  const search = await ctx.db
    .selectFrom("saved_searches")
    .selectAll()
    .where("id", "=", target.searchId)
    .executeTakeFirst();
  const title = search ? ` for \u201c${searchTitle(toSearchRow(search))}\u201d` : "";
  return page({
    title: "Stop these alerts",
    text: `You will get no more alerts${title}. Your other alerts go on.`,
    button: { label: "Stop these alerts", action },
  });
}
