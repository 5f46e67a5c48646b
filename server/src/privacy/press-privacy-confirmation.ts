import { brokerageSummary } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { Download } from "../platform/http/download.ts";
import { invalidLinkPage, page } from "../platform/http/page.ts";
import { acceptConfirmation } from "./accept-confirmation.ts";
import type { TokenParams } from "./privacy.schemas.ts";
import { formatDay } from "./request-row.ts";

/** Handles the page's button: confirms the request, and answers a page with the next step. */
export async function pressPrivacyConfirmation(ctx: Context, { token }: TokenParams): Promise<Download> {
  const request = await acceptConfirmation(ctx, token);
  if (!request) return invalidLinkPage();
  const { kind, brokerage_id: brokerageId } = request;
  if (kind === "export") {
    return page({ title: "Thank you", text: "You will have an email with the link in a few minutes." });
  }
  const { name } = await brokerageSummary(ctx.db, brokerageId);
  const day = await formatDay(ctx, brokerageId, request.due_at as Date);
  return page({
    title: "Thank you",
    text: `${name} will erase everything it holds about you by ${day}. There is nothing more for you to do.`,
  });
}
