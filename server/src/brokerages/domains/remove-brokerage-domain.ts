import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Message } from "../brokerages.schemas.ts";
import type { UsesBrokerages } from "../services.ts";
import { findVisibleBrokerage } from "../visible-brokerage.ts";

/**
 * Removes a domain from a brokerage, effective at once; then another brokerage can have it. Also possible for a
 * disabled brokerage, whose domains otherwise stay taken.
 *
 * @throws AppError 404 `Brokerage not found`, `Domain not found`.
 */
export async function removeBrokerageDomain(
  ctx: Context<UsesBrokerages>,
  input: { brokerage_id: number; domain_id: number },
): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await findVisibleBrokerage(ctx, input.brokerage_id);
    const removed = await ctx.db
      .deleteFrom("brokerage_domains")
      .where("id", "=", input.domain_id)
      .where("brokerage_id", "=", input.brokerage_id)
      .returning(["id", "brokerage_id", "domain", "created_at"])
      .executeTakeFirst();
    if (!removed) throw new AppError("not_found", "Domain not found");
    await recordChange(ctx, {
      action: "delete",
      targetType: "brokerage_domain",
      targetId: removed.id,
      brokerageId: removed.brokerage_id,
      before: removed,
    });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return { message: "Domain removed" };
  });
}
