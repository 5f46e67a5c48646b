import type { TenantContext } from "../context.ts";

/** Cities with the number of their Active public listings, in every state (SPEC: Properties, cities/list). */
export function listCities(ctx: TenantContext): { cities: { city: string; count: number }[] } {
  return { cities: ctx.listingIndex.countCities(ctx.tenant.sourceIds) };
}
