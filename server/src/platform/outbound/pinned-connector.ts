import { AsyncLocalStorage } from "node:async_hooks";
import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import type { AddressRules } from "./address-rules.ts";
import { OutboundError } from "./outbound-error.ts";

/** Resolves a host to all its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Connects to checked addresses only: the socket gets the addresses that were checked, so DNS rebinding has no
 * effect.
 */
export function pinnedConnector(parts: {
  rules: AddressRules;
  resolve: Resolve;
  connectMs: number;
  build: typeof buildConnector;
}): buildConnector.connector {
  const { rules, resolve, connectMs, build } = parts;
  /** Checked addresses of the connection that is being opened. */
  const checked = new AsyncLocalStorage<string[]>();
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const all = (checked.getStore() ?? []).map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (!first) callback(new OutboundError("unreachable"), "");
    else if (options.all) callback(null, all);
    else callback(null, first.address, first.family);
  };
  const connect = build({ allowH2: false, timeout: connectMs, lookup } as buildConnector.BuildOptions);
  return (options, callback) => {
    const { protocol, hostname } = options;
    addressesOf(hostname, resolve)
      .then((addresses) => {
        // One refused address refuses the host: a name with public and private addresses is an attack.
        for (const address of addresses) assertReachable(rules, protocol, address);
        // The connect timeout excludes the name lookup.
        checked.run(addresses, () => connect(options, callback));
      })
      .catch((error) => callback(error, null));
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(hostname) !== 0 ? [hostname] : await resolve(hostname);
  if (addresses.length === 0) throw new OutboundError("unreachable");
  return addresses;
}

/** @throws OutboundError when the rules refuse the address for this protocol. */
export function assertReachable(rules: AddressRules, protocol: string, address: string): void {
  const verdict = rules.judge(address);
  if (verdict === "refused") throw new OutboundError("unsafe_address");
  if (verdict === "public" && protocol !== "https:") throw new OutboundError("plain_http");
}
