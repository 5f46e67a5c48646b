import { brokeragesWithAccount, tokensOfAccount, type UsesLeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";

/** The holder of an SMS account: a brokerage, or null for the platform, which serves all brokerages without an account. */
export type AccountHolder = {
  brokerageId: number | null;
  authToken: string;
};

/** The possible holders of an account. The signature of a text shows which of them is authentic. */
export async function accountHolders(ctx: Context, accountSid: string): Promise<AccountHolder[]> {
  return [...platformHolder(ctx, accountSid), ...(await tokensOfAccount(ctx, accountSid))];
}

/** The possible holders from the cache, without a query. */
export async function cachedHolders(
  ctx: Context<UsesLeadSettings>,
  accountSid: string,
): Promise<AccountHolder[]> {
  return [
    ...platformHolder(ctx, accountSid),
    ...(await ctx.leadSettings.smsAccounts.tokensOf(ctx, accountSid)),
  ];
}

function platformHolder({ config }: Context, accountSid: string): AccountHolder[] {
  const { account } = config.sms;
  return account?.accountSid === accountSid ? [{ brokerageId: null, authToken: account.authToken }] : [];
}

/** A filter of the brokerages that a text to the holder's number applies to. */
export async function brokeragesOf(
  { db }: Context,
  { brokerageId }: AccountHolder,
): Promise<(id: number) => boolean> {
  if (brokerageId !== null) return (id) => id === brokerageId;
  const others = await brokeragesWithAccount(db);
  return (id) => !others.has(id);
}
