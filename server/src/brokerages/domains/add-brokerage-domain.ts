import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Domain } from "../brokerages.schemas.ts";
import type { UsesBrokerages } from "../services.ts";
import { lockBrokerage } from "../visible-brokerage.ts";
import { readDomain } from "./domain-name.ts";

/**
 * Adds a domain to a brokerage, effective at once (decisions.md: Identity).
 *
 * @throws AppError 404 `Brokerage not found`, 409 when a brokerage has the domain already, 422 for text that is not a
 *   host name.
 */
export async function addBrokerageDomain(
  ctx: Context<UsesBrokerages>,
  input: { brokerage_id: number; domain: string },
): Promise<Domain> {
  return inTransaction(ctx, async (ctx) => {
    const { id: brokerage_id } = await lockBrokerage(ctx, input.brokerage_id);
    const domain = readDomain(input.domain);
    const added = await ctx.db
      .insertInto("brokerage_domains")
      .values({ brokerage_id, domain, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.column("domain").doNothing())
      .returning(["id", "brokerage_id", "domain", "created_at"])
      .executeTakeFirst();
    if (!added) throw new AppError("conflict", `Domain '${domain}' is already taken`);
    await recordChange(ctx, {
      action: "create",
      targetType: "brokerage_domain",
      targetId: added.id,
      brokerageId: brokerage_id,
      after: added,
    });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return added;
  });
}
