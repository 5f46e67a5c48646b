import { optAgentsIn, optAgentsOut } from "../agents/index.ts";
import type { Context } from "../context.ts";
import { allowTexts, logTextFromLead, stopTexts } from "../leads/index.ts";
import { endOptOut, keepOptedOutAgents, keepOptOut } from "../messages/index.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { Download } from "../platform/http/download.ts";
import type { SignedForm } from "../platform/http/signed-forms.ts";
import { isSignedWith } from "../platform/sms/webhook-signature.ts";
import { type AccountHolder, accountHolders, brokeragesOf } from "./account-holders.ts";
import { type InboundText, readInboundText } from "./inbound-text.ts";
import { isNewText } from "./inbound-texts.ts";

export const INBOUND_PATH = "/api/sms/inbound";
export const TWIML = "text/xml; charset=utf-8";

/**
 * Takes a text that the SMS provider passes on (decisions.md: Messages). STOP opts the telephone out of the account's texts,
 * START takes exactly that back; anything else is a contact, where it is clear with which lead. The provider has answered
 * STOP and START itself, so there is nothing to reply. One that is reported again changes nothing.
 *
 * @throws AppError 403 when it is not signed with a token of the account that it names.
 */
export async function receiveText(ctx: Context, { form, signature }: SignedForm): Promise<Download> {
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

/** Whoever has the token that it is signed with: others can claim the account, and are not believed. */
async function signers(ctx: Context, accountSid: string, signed: SignedForm): Promise<AccountHolder[]> {
  const address = ctx.config.publicApiUrl + INBOUND_PATH;
  const holders = await accountHolders(ctx, accountSid);
  // Of an account that nobody has, it takes as long to say so.
  const claims = holders.length > 0 ? holders : [{ brokerageId: null, authToken: "nobody's" }];
  const verdicts = claims.map(({ authToken }) => isSignedWith(authToken, signed, address));
  const found = holders.filter((_, at) => verdicts[at]);
  if (found.length === 0) throw new AppError("forbidden", "Forbidden");
  return found;
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
