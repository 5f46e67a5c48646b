import { AsyncLocalStorage } from "node:async_hooks";
import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import type { AddressRules } from "./address-rules.ts";
import { OutboundError } from "./outbound-error.ts";

/** Every address of a host. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Connects to addresses that have been judged, and to no other: the socket is given the very addresses that were
 * looked at, so a name that resolves to something else a moment later (DNS rebinding) changes nothing.
 */
export function pinnedConnector(parts: {
  rules: AddressRules;
  resolve: Resolve;
  connectMs: number;
  build: typeof buildConnector;
}): buildConnector.connector {
  const { rules, resolve, connectMs, build } = parts;
  /** Of the connection that is being opened. */
  const judged = new AsyncLocalStorage<string[]>();
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const all = (judged.getStore() ?? []).map((address) => ({ address, family: isIP(address) }));
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
        // One bad address among good ones is refused with them: a name that is public and private at once is a trick.
        for (const address of addresses) demandReachable(rules, protocol, address);
        // What looking up takes is not counted as connecting.
        judged.run(addresses, () => connect(options, callback));
      })
      .catch((error) => callback(error, null));
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(hostname) !== 0 ? [hostname] : await resolve(hostname);
  if (addresses.length === 0) throw new OutboundError("unreachable");
  return addresses;
}

/** @throws OutboundError for an address that may not be reached that way. */
export function demandReachable(rules: AddressRules, protocol: string, address: string): void {
  const verdict = rules.judge(address);
  if (verdict === "refused") throw new OutboundError("unsafe_address");
  if (verdict === "public" && protocol !== "https:") throw new OutboundError("plain_http");
}
