import type { TenantContext } from "../platform/context.ts";

/** The agents that a website may show: active agents of this brokerage that are not disabled. */
export function publicAgents({ db, tenant }: Pick<TenantContext, "db" | "tenant">) {
  return db
    .selectFrom("agents")
    .where("brokerage_id", "=", tenant.brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null);
}
