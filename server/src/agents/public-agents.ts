import type { TenantContext } from "../platform/context.ts";

/** The agents a website may show: this brokerage's that are active and not disabled. */
export function publicAgents({ db, tenant }: Pick<TenantContext, "db" | "tenant">) {
  return db
    .selectFrom("agents")
    .where("brokerage_id", "=", tenant.brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null);
}
