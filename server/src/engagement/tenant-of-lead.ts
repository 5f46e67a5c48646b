import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Context, TenantContext } from "../platform/context.ts";

/** The context of a brokerage's own website, for work of staff on a lead of that brokerage. */
export async function tenantOfLead<Needs extends UsesListings & UsesBrokerages>(
  ctx: Context<Needs>,
  brokerageId: number,
): Promise<TenantContext<Needs>> {
  const tenant = await ctx.brokerages.tenants.byId(brokerageId, ctx.db);
  const sourceIds = ctx.listings.sources.shownSources(tenant.sourceIds, ctx.clock.now());
  return { ...ctx, tenant: { ...tenant, sourceIds } };
}
