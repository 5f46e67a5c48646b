import type { SiteData } from "../site-data.ts";

/** Whether an address leads to a page that a switch of the brokerage has turned off: nothing may link to it (W22). */
export function isSwitchedOff(site: SiteData, href: string): boolean {
  const path = href.split(/[?#]/, 1)[0];
  if (!site.feature_contact_form && (path === "/sell" || path === "/newsletter")) return true;
  return !site.feature_favorites && path === "/favorites";
}
