import { recordChange } from "../../audit/index.ts";
import { lockBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesLeadSettings } from "../services.ts";
import type { SmsAccountView, UpdateSmsAccountBody } from "./sms-account.schemas.ts";
import { smsAccountView, storedSmsAccount } from "./sms-account.ts";

/**
 * Creates a brokerage's own SMS account, or changes the given fields. The token is stored sealed (decisions.md: Identity).
 *
 * @throws AppError 404 `Brokerage not found`; 422 when a new account lacks a field, or another account SID lacks its token.
 */
export async function updateSmsAccount(
  ctx: Context<UsesLeadSettings>,
  input: { brokerage_id: number } & UpdateSmsAccountBody,
): Promise<SmsAccountView> {
  return inTransaction(ctx, async (ctx) => {
    const { id: brokerage_id } = await lockBrokerage(ctx, input.brokerage_id);
    const before = await storedSmsAccount(ctx.db, brokerage_id);
    const account = {
      account_sid: input.account_sid ?? before?.account_sid,
      from_number: input.from ?? before?.from_number,
      sealed_auth_token: await sealedToken(ctx, input, before),
      updated_at: ctx.clock.now(),
    };
    assertComplete(account);
    await ctx.db
      .insertInto("sms_accounts")
      .values({ brokerage_id, ...account })
      .onConflict((conflict) => conflict.column("brokerage_id").doUpdateSet(account))
      .execute();
    const after = smsAccountView(account);
    await recordChange(ctx, {
      action: before ? "update" : "create",
      targetType: "sms_account",
      targetId: brokerage_id,
      brokerageId: brokerage_id,
      before: before && smsAccountView(before),
      // Records that the token changed, without its value.
      after: input.auth_token === undefined ? after : { ...after, auth_token_is_new: true },
    });
    afterCommit(ctx, () => ctx.leadSettings.smsAccounts.invalidate());
    return after;
  });
}

type Stored = Awaited<ReturnType<typeof storedSmsAccount>>;

/** The new token, or the stored one when the account SID is unchanged. */
async function sealedToken(
  ctx: Context,
  input: UpdateSmsAccountBody,
  before: Stored,
): Promise<string | undefined> {
  if (input.auth_token !== undefined) return seal(ctx.secrets.encryptionKey, input.auth_token);
  const isSame = input.account_sid === undefined || input.account_sid === before?.account_sid;
  return isSame ? before?.sealed_auth_token : undefined;
}

type Account = {
  account_sid: string | undefined;
  from_number: string | undefined;
  sealed_auth_token: string | undefined;
};
type Complete<A> = { [Field in keyof A]: Exclude<A[Field], undefined> };

function assertComplete<A extends Account>(account: A): asserts account is A & Complete<A> {
  const fields = {
    account_sid: account.account_sid,
    auth_token: account.sealed_auth_token,
    from: account.from_number,
  };
  const missing = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [field] : []));
  if (missing.length === 0) return;
  throw new AppError(
    "invalid",
    missing.map((field) => ({ loc: ["body", field], msg: `${field} is required`, type: "missing" })),
  );
}
