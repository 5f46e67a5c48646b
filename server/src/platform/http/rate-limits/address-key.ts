import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The rate-limit key of an address: an IPv4 address in canonical form; an IPv6 address as its /64, which is what one
 * household or one rented server gets.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? "local";
  // Some proxies append the port.
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
