import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * What an address counts as: an IPv4 address as itself, however it is written; an IPv6 address as its /64, because
 * that is what one household or one rented machine gets.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? "local";
  // Some proxies write the port behind the address.
  const bare = isIP(address)
    ? address
    : address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  if (!ipaddr.isValid(bare)) return "unknown";
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
