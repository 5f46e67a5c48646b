import type { Context, TenantContext } from "../../../server/src/platform/context.ts";
import { demoBrokerage, demoDomains } from "../demo-brokerage.ts";

/** The work of a visitor of the demo's website. */
export function asVisitor<C extends Context>(ctx: C, brokerageId: number): C & TenantContext {
  const tenant = {
    brokerageId,
    sourceIds: null,
    state: demoBrokerage.address_state_abbr.toLowerCase(),
    domain: demoDomains[0] ?? null,
    domains: demoDomains,
    revision: "",
  };
  return { ...ctx, actor: null, tenant };
}
