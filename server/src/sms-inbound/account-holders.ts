import { brokeragesWithAccount, claimsOfAccount, type UsesLeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";

/** Who sends with an account: one brokerage, or with the platform's (null) all that have none of their own. */
export type AccountHolder = {
  brokerageId: number | null;
  authToken: string;
};

/** Who says that an account is theirs; the signature of what comes in shows whose it is. */
export async function accountHolders(ctx: Context, accountSid: string): Promise<AccountHolder[]> {
  return [...platformHolder(ctx, accountSid), ...(await claimsOfAccount(ctx, accountSid))];
}

/** The same as far as it is known without a query. */
export async function knownHolders(
  ctx: Context<UsesLeadSettings>,
  accountSid: string,
): Promise<AccountHolder[]> {
  return [
    ...platformHolder(ctx, accountSid),
    ...(await ctx.leadSettings.smsAccounts.claimsOf(ctx, accountSid)),
  ];
}

function platformHolder({ config }: Context, accountSid: string): AccountHolder[] {
  const { account } = config.sms;
  return account?.accountSid === accountSid ? [{ brokerageId: null, authToken: account.authToken }] : [];
}

/** Which brokerages' people a text to a holder's number is about. */
export async function brokeragesOf(
  { db }: Context,
  { brokerageId }: AccountHolder,
): Promise<(id: number) => boolean> {
  if (brokerageId !== null) return (id) => id === brokerageId;
  const others = await brokeragesWithAccount(db);
  return (id) => !others.has(id);
}
