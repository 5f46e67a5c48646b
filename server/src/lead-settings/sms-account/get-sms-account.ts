import { findVisibleBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { SmsAccountView } from "./sms-account.schemas.ts";
import { smsAccountNotFound, smsAccountView, storedSmsAccount } from "./sms-account.ts";

/**
 * A brokerage's own SMS account, without its token (decisions.md: Identity).
 *
 * @throws AppError 404 `Brokerage not found`, or `SMS account not found` when none is set.
 */
export async function getSmsAccount(
  ctx: ActorContext,
  input: { brokerage_id: number },
): Promise<SmsAccountView> {
  const { id } = await findVisibleBrokerage(ctx, input.brokerage_id);
  const account = await storedSmsAccount(ctx.db, id);
  if (!account) throw smsAccountNotFound();
  return smsAccountView(account);
}
