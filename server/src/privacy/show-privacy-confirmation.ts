import { brokerageSummary } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { Download } from "../platform/http/download.ts";
import { invalidLinkPage, outsidePath, page } from "../platform/http/page.ts";
import { findRequestToConfirm } from "./accept-confirmation.ts";
import type { Kind, TokenParams } from "./privacy.schemas.ts";

const confirmationPages: Record<Kind, { title: string; text: (brokerage: string) => string; label: string }> =
  {
    erase: {
      title: "Erase your data?",
      text: (brokerage) =>
        `${brokerage} will erase everything it holds about you, 30 days from now or sooner. It cannot be brought back.`,
      label: "Erase my data",
    },
    export: {
      title: "Get a copy of your data?",
      text: (brokerage) => `We will send you a link to everything that ${brokerage} holds about you.`,
      label: "Send me the link",
    },
  };

/**
 * Shows the confirmation page of the link in the mail. It only offers a button, because mail scanners open links but
 * do not press buttons. It does not name the address.
 */
export async function showPrivacyConfirmation(ctx: Context, { token }: TokenParams): Promise<Download> {
  const request = await findRequestToConfirm(ctx, token);
  if (!request) return invalidLinkPage();
  const { name } = await brokerageSummary(ctx.db, request.brokerage_id);
  const { title, text, label } = confirmationPages[request.kind];
  const action = `${outsidePath(ctx.config)}/api/privacy/confirm/${encodeURIComponent(token)}/button`;
  return page({ title, text: text(name), button: { label, action } });
}
