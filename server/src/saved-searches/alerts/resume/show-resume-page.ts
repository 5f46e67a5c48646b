import type { Context } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { invalidLinkPage, outsidePath, page } from "../../../platform/http/page.ts";
import { clientOfResumeToken, RESUME_PATH } from "./resume-links.ts";

/** The page of the link in the mail that asks (search.md, D50): a button. Opening it changes nothing. */
export async function showResumePage(ctx: Context, { token }: { token: string }): Promise<Download> {
  if ((await clientOfResumeToken(ctx, token)) === null) return invalidLinkPage();
  return page({
    title: "Still looking?",
    text: "Your alerts about homes are paused. One click brings them back.",
    button: { label: "Keep sending my alerts", action: `${outsidePath(ctx.config)}${RESUME_PATH}/${token}` },
  });
}
