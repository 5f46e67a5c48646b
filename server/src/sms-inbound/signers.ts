import type { UsesLeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { addressKey } from "../platform/http/rate-limits/address-key.ts";
import type { SignedForm } from "../platform/http/signed-forms.ts";
import { isSignedWith } from "../platform/sms/webhook-signature.ts";
import { type AccountHolder, accountHolders, knownHolders } from "./account-holders.ts";

export const INBOUND_PATH = "/api/sms/inbound";

/** What a signature and an account look like: nothing else is worth a query. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;
const ACCOUNT_SID = /^AC[0-9a-fA-F]{32}$/;
/** How old the known accounts may be: while an address may still send unsigned forms, and when it has sent too many. */
const FRESH_MS = 1000;
const REMEMBERED_MS = 60_000;

/**
 * Whoever has the token that a form is signed with: others can claim the account, and are not believed. Forms that are not
 * signed count for their address. Once it has sent too many, its forms are judged by the accounts that are known without a
 * query, so that a signed one is never refused because of others.
 *
 * @throws AppError 403, 429
 */
export async function signers(
  ctx: Context<UsesLeadSettings>,
  accountSid: string,
  signed: SignedForm,
): Promise<AccountHolder[]> {
  if (!SIGNATURE.test(signed.signature) || !ACCOUNT_SID.test(accountSid)) return refuse(ctx);
  if (ctx.limits.refusal("unsigned_forms", addressOf(ctx)) !== null) {
    await ctx.leadSettings.smsAccounts.refresh(ctx, REMEMBERED_MS);
    const known = whoHaveSigned(ctx, await knownHolders(ctx, accountSid), signed);
    if (known.length === 0) return refuse(ctx);
  }
  const found = whoHaveSigned(ctx, await accountHolders(ctx, accountSid), signed);
  return found.length > 0 ? found : refuse(ctx);
}

function whoHaveSigned(ctx: Context, holders: AccountHolder[], signed: SignedForm): AccountHolder[] {
  const address = ctx.config.publicApiUrl + INBOUND_PATH;
  // Of an account that nobody has, it takes as long to say so.
  const claims = holders.length > 0 ? holders : [{ brokerageId: null, authToken: "nobody's" }];
  const verdicts = claims.map(({ authToken }) => isSignedWith(authToken, signed, address));
  return holders.filter((_, at) => verdicts[at]);
}

async function refuse(ctx: Context<UsesLeadSettings>): Promise<never> {
  await ctx.limits.take("unsigned_forms", addressOf(ctx));
  await ctx.leadSettings.smsAccounts.refresh(ctx, FRESH_MS);
  throw new AppError("forbidden", "Forbidden");
}

function addressOf({ address }: Context): string {
  return addressKey(address ?? undefined);
}
