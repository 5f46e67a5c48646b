import type { NavItem, SiteData } from "../site-data.ts";
import { frameTexts } from "../texts/frame.ts";

/** The brokerage's own navigation, or one of the pages that it has. */
export function mainNavigation(site: SiteData): NavItem[] {
  if (site.nav_main.length > 0) return withoutSwitchedOff(site, site.nav_main);
  return withoutSwitchedOff(site, [
    { label: frameTexts.buy, href: "/homes" },
    { label: frameTexts.sell, href: "/sell" },
    { label: frameTexts.agents, href: "/agents" },
  ]);
}

/** The brokerage's own links, and those of the legal pages unless they are among them. */
export function footerNavigation(site: SiteData): NavItem[] {
  const own = new Set(site.nav_footer.map(({ href }) => href));
  const legal = [
    { label: frameTexts.newsletter, href: "/newsletter" },
    { label: frameTexts.account, href: "/account" },
    { label: frameTexts.privacy, href: "/privacy" },
    { label: frameTexts.terms, href: "/terms" },
    { label: frameTexts.accessibility, href: "/accessibility" },
  ];
  return withoutSwitchedOff(site, [...site.nav_footer, ...legal.filter(({ href }) => !own.has(href))]);
}

/** Whether an address leads to another website. */
export function isForeign(href: string): boolean {
  return /^[a-z]+:/i.test(href) && !href.startsWith("mailto:") && !href.startsWith("tel:");
}

/** Nothing may link to a page that a switch of the brokerage has turned off (W22). The items below such a link take its place. */
function withoutSwitchedOff(site: SiteData, items: readonly NavItem[]): NavItem[] {
  return items.flatMap((item) => {
    const children = withoutSwitchedOff(site, item.children ?? []);
    return isSwitchedOff(site, item.href) ? children : [{ ...item, children }];
  });
}

/** Whether an address leads to what a switch of the brokerage has turned off: nothing may link to it (W22). */
export function isSwitchedOff(site: SiteData, href: string): boolean {
  const [, path, query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(href) ?? [];
  if (path === "/homes") {
    if (!site.feature_semantic_search && new URLSearchParams(query).has("q")) return true;
    return !site.feature_map_search && hash === "map";
  }
  if (!site.feature_contact_form && (path === "/sell" || path === "/newsletter")) return true;
  return !site.feature_favorites && path === "/favorites";
}
