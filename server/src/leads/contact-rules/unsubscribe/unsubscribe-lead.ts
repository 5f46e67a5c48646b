import { brokerageSummary } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { page } from "../../../platform/http/page.ts";
import { endMarketing } from "./end-marketing.ts";

/** The link below a mail to a lead: sets the flag, and shows a plain page that says so. It does not name the address. */
export async function unsubscribeLead(ctx: Context, { token }: { token: string }): Promise<Download> {
  const lead = await endMarketing(ctx, token);
  if (!lead) return page({ status: 404, title: "Page not found", text: "This link is not valid." });
  const { name } = await brokerageSummary(ctx.db, lead.brokerage_id);
  return page({ title: "You are unsubscribed", text: `${name} will send you no more of these emails.` });
}
