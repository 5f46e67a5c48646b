import ipaddr from "ipaddr.js";

/** `public`: over https only; `allowed`: in OUTBOUND_ALLOW, http too; `refused`: never. */
export type Verdict = "public" | "allowed" | "refused";

/** The addresses that outbound requests may reach. An address that is not clearly a public host is refused. */
export class AddressRules {
  readonly #allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  /** @param allow address ranges (CIDR), or single addresses. */
  constructor(allow: readonly string[]) {
    this.#allowed = allow.map((range) => {
      if (range.includes("/")) return ipaddr.parseCIDR(range);
      const single = ipaddr.parse(range);
      return [single, single.kind() === "ipv4" ? 32 : 128];
    });
  }

  judge(text: string): Verdict {
    if (!ipaddr.isValid(text)) return "refused";
    const address = ipaddr.parse(text);
    const inRange = this.#allowed.some(
      ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
    );
    if (inRange) return "allowed";
    return isPublic(address) ? "public" : "refused";
  }
}

/** Only 2000::/3 is assigned to IPv6 hosts. Embedded IPv4 addresses (::7f00:1, 64:ff9b::/96) are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Azure's host agent serves secrets to its machines on an address in a public range. */
const METADATA_IN_PUBLIC_RANGE = "168.63.129.16";

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  // Excludes tunnels (6to4, Teredo), documentation, carrier NAT, multicast and reserved ranges: each has its own
  // range name.
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv6"
    ? address.match(GLOBAL_UNICAST)
    : address.toString() !== METADATA_IN_PUBLIC_RANGE;
}
