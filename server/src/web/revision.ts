import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Tenant } from "../platform/context.ts";

/** Changes whenever what a brokerage's website shows has changed: its listings, or what staff have written about the brokerage. */
export function revisionOf({ listings }: UsesListings & UsesBrokerages, tenant: Tenant): string {
  return `${listings.index.searchVersion} ${tenant.revision}`;
}
