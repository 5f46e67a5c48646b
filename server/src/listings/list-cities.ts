import type { TenantContext } from "../platform/context.ts";
import type { UsesListings } from "./services.ts";

/** Cities with the number of their Active public listings, in every state (SPEC: Properties, cities/list). */
export function listCities(ctx: TenantContext<UsesListings>): { cities: { city: string; count: number }[] } {
  return { cities: ctx.listings.index.countCities(ctx.tenant.sourceIds) };
}
