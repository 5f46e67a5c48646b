import { asDomain, isLoopbackDomain } from "../../platform/http/host.ts";

/**
 * The origin of the address that search engines are told, `https://homes.example.com`: the host of the brokerage's `website` if that is
 * one of its domains, else its oldest domain. Domains of this machine do not count: without another one it is null.
 *
 * @param domains the brokerage's own, oldest first, as the domain table writes them.
 */
export function canonicalOrigin(website: string | null, domains: readonly string[]): string | null {
  const reachable = domains.filter((domain) => !isLoopbackDomain(domain));
  const host = website !== null && URL.canParse(website) ? new URL(website).hostname : null;
  // With its `www.`: both names lead here, and the brokerage has chosen this one.
  if (host !== null && reachable.includes(asDomain(host))) return `https://${host}`;
  const [oldest] = reachable;
  return oldest === undefined ? null : `https://${oldest}`;
}
