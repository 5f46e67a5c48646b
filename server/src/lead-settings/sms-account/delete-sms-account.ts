import { recordChange } from "../../audit/index.ts";
import { findVisibleBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import type { UsesLeadSettings } from "../services.ts";
import { smsAccountNotFound, smsAccountView } from "./sms-account.ts";

/**
 * Deletes a brokerage's own SMS account; the platform's account is used from then on. Also for a disabled brokerage, so that
 * its token can be removed.
 *
 * @throws AppError 404 `Brokerage not found`, or `SMS account not found` when none is set.
 */
export async function deleteSmsAccount(
  ctx: Context<UsesLeadSettings>,
  input: { brokerage_id: number },
): Promise<{ message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await findVisibleBrokerage(ctx, input.brokerage_id);
    const removed = await ctx.db
      .deleteFrom("sms_accounts")
      .where("brokerage_id", "=", id)
      .returning(["account_sid", "from_number", "sealed_auth_token", "updated_at"])
      .executeTakeFirst();
    if (!removed) throw smsAccountNotFound();
    await recordChange(ctx, {
      action: "delete",
      targetType: "sms_account",
      targetId: id,
      brokerageId: id,
      before: smsAccountView(removed),
    });
    afterCommit(ctx, () => ctx.leadSettings.smsAccounts.invalidate());
    return { message: "SMS account removed" };
  });
}
