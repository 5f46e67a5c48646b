import { optAgentsIn, optAgentsOut } from "../agents/index.ts";
import type { UsesLeadSettings } from "../lead-settings/index.ts";
import { allowTexts, logTextFromLead, stopTexts } from "../leads/index.ts";
import { endOptOut, keepOptedOutAgents, keepOptOut } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { Download } from "../platform/http/download.ts";
import type { SignedForm } from "../platform/http/signed-forms.ts";
import { type AccountHolder, brokeragesOf } from "./account-holders.ts";
import { type InboundText, readInboundText } from "./inbound-text.ts";
import { isNewText } from "./inbound-texts.ts";
import { INBOUND_PATH, signers } from "./signers.ts";

export { INBOUND_PATH };
export const TWIML = "text/xml; charset=utf-8";

/**
 * Takes a text that the SMS provider passes on (decisions.md: Messages). STOP opts the telephone out of the account's texts,
 * START takes exactly that back; anything else is a contact, where it is clear with which lead. The provider has answered
 * STOP and START itself, so there is nothing to reply. One that is reported again changes nothing.
 *
 * @throws AppError 403 when it is not signed with a token of the account that it names, 429 after too many of those.
 */
export async function receiveText(
  ctx: Context<UsesLeadSettings>,
  { form, signature }: SignedForm,
): Promise<Download> {
  const accountSid = typeof form.AccountSid === "string" ? form.AccountSid : "";
  const holders = await signers(ctx, accountSid, { form, signature });
  const text = readInboundText(form);
  if (text) {
    await inTransaction(ctx, async (ctx) => {
      if (!(await isNewText(ctx, text.messageSid))) return;
      let isDone = text.asks === "help";
      for (const holder of holders) isDone = (await obey(ctx, { accountSid, text, holder })) || isDone;
      const [only, ...others] = holders;
      // To a number that several send from, it does not say whom it is for.
      if (!isDone && only?.brokerageId != null && others.length === 0)
        await logTextFromLead(ctx, { brokerageId: only.brokerageId, phone: text.phone, body: text.body });
    });
  }
  return new Download(Buffer.from("<Response/>"), TWIML);
}

type Asked = { accountSid: string; text: InboundText; holder: AccountHolder };

/** @returns whether there was something to do. */
async function obey(ctx: Context, { accountSid, text: { asks, phone }, holder }: Asked): Promise<boolean> {
  const telephone = { accountSid, brokerageId: holder.brokerageId, phone };
  if (asks === "stop") {
    const isWhose = await brokeragesOf(ctx, holder);
    await keepOptOut(ctx, telephone);
    await stopTexts(ctx, phone, isWhose);
    await keepOptedOutAgents(ctx, telephone, await optAgentsOut(ctx, phone, isWhose));
    return true;
  }
  if (asks !== "start") return false;
  const agentIds = await endOptOut(ctx, telephone);
  if (agentIds === null) return false;
  await allowTexts(ctx, phone, await brokeragesOf(ctx, holder));
  await optAgentsIn(ctx, agentIds);
  return true;
}
