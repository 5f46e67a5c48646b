import { brokerageSummary } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { Download } from "../platform/http/download.ts";
import { invalidLinkPage, page } from "../platform/http/page.ts";
import type { UnsubscribeParams } from "./newsletter.schemas.ts";
import { endSubscription } from "./unsubscribe-link.ts";

/**
 * Unsubscribes, and confirms it on a page. The page does not name the address, because newsletters are forwarded with
 * their links.
 */
export async function unsubscribeFromNewsletter(
  ctx: Context,
  { token }: UnsubscribeParams,
): Promise<Download> {
  const ended = await endSubscription(ctx, token);
  if (!ended) return invalidLinkPage();
  const { name } = await brokerageSummary(ctx.db, ended.brokerageId);
  return page({ title: "You are unsubscribed", text: `${name} will send you no more newsletters.` });
}
