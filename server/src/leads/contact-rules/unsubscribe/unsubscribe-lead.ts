import { brokerageSummary } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { invalidLinkPage, page } from "../../../platform/http/page.ts";
import { unsubscribeByToken } from "./unsubscribe-by-token.ts";

/** The unsubscribe link of a mail: sets the flag and shows a confirmation page, which does not show the email address. */
export async function unsubscribeLead(ctx: Context, { token }: { token: string }): Promise<Download> {
  const lead = await unsubscribeByToken(ctx, token);
  if (!lead) return invalidLinkPage();
  const { name } = await brokerageSummary(ctx.db, lead.brokerage_id);
  return page({ title: "You are unsubscribed", text: `${name} will send you no more of these emails.` });
}
