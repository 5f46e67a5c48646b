import type { SiteData } from "../site-data.ts";

/** `1 Main St, Boise, ID 83702`; what is unknown is left out. */
export function postalAddress(site: SiteData): string {
  const region = [site.address_state_abbr, site.address_zip].filter(Boolean).join(" ");
  return [site.address_street, site.address_city, region].filter(Boolean).join(", ");
}
