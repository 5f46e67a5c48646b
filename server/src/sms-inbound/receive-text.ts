import { optAgentsIn, optAgentsOut } from "../agents/index.ts";
import type { UsesLeadSettings } from "../lead-settings/index.ts";
import { allowTexts, logTextFromLead, stopTexts } from "../leads/index.ts";
import { endOptOut, keepOptedOutAgents, keepOptOut } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { Download } from "../platform/http/download.ts";
import type { SignedForm } from "../platform/http/signed-forms.ts";
import { type AccountHolder, brokeragesOf } from "./account-holders.ts";
import { claimText } from "./claim-text.ts";
import { type InboundText, parseInboundText } from "./parse-inbound-text.ts";
import { INBOUND_PATH, verifySignature } from "./verify-signature.ts";

export { INBOUND_PATH };
export const TWIML = "text/xml; charset=utf-8";

/**
 * Receives a text from the SMS provider (decisions.md: Messages). STOP opts the phone out of the account's texts, START undoes
 * exactly that; other texts are logged as a contact when the lead is unambiguous. The provider replies to STOP and START
 * itself, so the response is empty. Repeated deliveries change nothing.
 *
 * @throws AppError 403 without a valid signature of the named account, 429 after too many of those.
 */
export async function receiveText(
  ctx: Context<UsesLeadSettings>,
  { form, signature }: SignedForm,
): Promise<Download> {
  const accountSid = typeof form.AccountSid === "string" ? form.AccountSid : "";
  const holders = await verifySignature(ctx, accountSid, { form, signature });
  const text = parseInboundText(form);
  if (text) {
    await inTransaction(ctx, async (ctx) => {
      if (!(await claimText(ctx, text.messageSid))) return;
      let isDone = text.keyword === "help";
      for (const holder of holders)
        isDone = (await applyKeyword(ctx, { accountSid, text, holder })) || isDone;
      const [only, ...others] = holders;
      // With several holders of the account, the recipient is ambiguous.
      if (!isDone && only?.brokerageId != null && others.length === 0)
        await logTextFromLead(ctx, { brokerageId: only.brokerageId, phone: text.phone, body: text.body });
    });
  }
  return new Download(Buffer.from("<Response/>"), TWIML);
}

type TextForHolder = { accountSid: string; text: InboundText; holder: AccountHolder };

/** @returns whether the text was a keyword that changed the opt-out. */
async function applyKeyword(
  ctx: Context,
  { accountSid, text: { keyword: asks, phone }, holder }: TextForHolder,
): Promise<boolean> {
  const telephone = { accountSid, brokerageId: holder.brokerageId, phone };
  if (asks === "stop") {
    const appliesTo = await brokeragesOf(ctx, holder);
    await keepOptOut(ctx, telephone);
    await stopTexts(ctx, phone, appliesTo);
    await keepOptedOutAgents(ctx, telephone, await optAgentsOut(ctx, phone, appliesTo));
    return true;
  }
  if (asks !== "start") return false;
  const agentIds = await endOptOut(ctx, telephone);
  if (agentIds === null) return false;
  await allowTexts(ctx, phone, await brokeragesOf(ctx, holder));
  await optAgentsIn(ctx, agentIds);
  return true;
}
