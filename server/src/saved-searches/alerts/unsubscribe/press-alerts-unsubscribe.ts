import type { Context } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { invalidLinkPage, page } from "../../../platform/http/page.ts";
import { endAlerts } from "./end-alerts.ts";
import { unsubscribeTarget } from "./unsubscribe-links.ts";

/** The button of the unsubscribe page. */
export async function pressAlertsUnsubscribe(ctx: Context, { token }: { token: string }): Promise<Download> {
  const target = await unsubscribeTarget(ctx, token);
  if (!target) return invalidLinkPage();
  await endAlerts(ctx, target);
  const text =
    "clientId" in target ? "You get no more alerts about homes." : "You get no more alerts for this search.";
  return page({ title: "Done", text });
}
