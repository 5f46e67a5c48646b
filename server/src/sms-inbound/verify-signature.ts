import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { UsesLeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { addressKey } from "../platform/http/rate-limits/address-key.ts";
import type { SignedForm } from "../platform/http/signed-forms.ts";
import { type AccountHolder, accountHolders, cachedHolders } from "./account-holders.ts";

export const INBOUND_PATH = "/api/sms/inbound";

/** The formats of signature and account SID; other values are refused without a query. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;
const ACCOUNT_SID = /^AC[0-9a-fA-F]{32}$/;
/** Maximum age of the cached accounts: after a refused form, and while the address is over its limit. */
const FRESH_MS = 1000;
const STALE_MS = 60_000;

/**
 * The holders whose token signed the form; other holders of the account are ignored. Forms without a valid signature count
 * against their address. Over the limit, forms are first verified with the cached accounts, without a query, so that a signed
 * form is never refused because of unsigned ones from the same address.
 *
 * @throws AppError 403, 429
 */
export async function verifySignature(
  ctx: Context<UsesLeadSettings>,
  accountSid: string,
  signed: SignedForm,
): Promise<AccountHolder[]> {
  if (!SIGNATURE.test(signed.signature) || !ACCOUNT_SID.test(accountSid)) return refuse(ctx);
  if (ctx.limits.refusal("unsigned_forms", addressOf(ctx)) !== null) {
    await ctx.leadSettings.smsAccounts.refresh(ctx, STALE_MS);
    const known = holdersWithValidToken(ctx, await cachedHolders(ctx, accountSid), signed);
    if (known.length === 0) return refuse(ctx);
  }
  const found = holdersWithValidToken(ctx, await accountHolders(ctx, accountSid), signed);
  return found.length > 0 ? found : refuse(ctx);
}

function holdersWithValidToken(ctx: Context, holders: AccountHolder[], signed: SignedForm): AccountHolder[] {
  const address = ctx.config.publicApiUrl + INBOUND_PATH;
  // For an unknown account a dummy token keeps the timing the same.
  const claims = holders.length > 0 ? holders : [{ brokerageId: null, authToken: "unknown" }];
  const verdicts = claims.map(({ authToken }) => isSignedWith(authToken, signed, address));
  return holders.filter((_, index) => verdicts[index]);
}

async function refuse(ctx: Context<UsesLeadSettings>): Promise<never> {
  await ctx.limits.take("unsigned_forms", addressOf(ctx));
  await ctx.leadSettings.smsAccounts.refresh(ctx, FRESH_MS);
  throw new AppError("forbidden", "Forbidden");
}

function addressOf({ address }: Context): string {
  return addressKey(address ?? undefined);
}

// The one file of the SDK that this takes: the whole of it takes longer to load than a start should.

/** Whether the provider has signed a form for that address with a token. It takes the same time whether or not it has. */
function isSignedWith(authToken: string, { form, signature }: SignedForm, address: string): boolean {
  return validateRequest(authToken, signature, address, form);
}
