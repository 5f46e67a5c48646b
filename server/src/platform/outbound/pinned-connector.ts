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
  const through = (protocol: string) =>
    build({
      allowH2: false,
      timeout: connectMs,
      lookup: pinnedLookup(resolve, (address) => demandReachable(rules, protocol, address)),
    } as buildConnector.BuildOptions);
  const connectors: Record<string, buildConnector.connector> = {
    "https:": through("https:"),
    "http:": through("http:"),
  };
  return (options, callback) => {
    const { protocol, hostname } = options;
    try {
      // Sockets look up names only.
      if (isIP(hostname) !== 0) demandReachable(rules, protocol, hostname);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    (connectors[protocol] as buildConnector.connector)(options, callback);
  };
}

/** One bad address among good ones is refused with them: a name that is public and private at once is a trick. */
function pinnedLookup(resolve: Resolve, demand: (address: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    const resolved = resolve(hostname).then((addresses) => {
      if (addresses.length === 0) throw new OutboundError("unreachable");
      for (const address of addresses) demand(address);
      return addresses.map((address) => ({ address, family: isIP(address) }));
    });
    resolved.then(
      (all) => {
        const [first] = all as [{ address: string; family: number }];
        if (options.all) callback(null, all);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

/** @throws OutboundError for an address that may not be reached that way. */
export function demandReachable(rules: AddressRules, protocol: string, address: string): void {
  const verdict = rules.judge(address);
  if (verdict === "refused") throw new OutboundError("unsafe_address");
  if (verdict === "public" && protocol !== "https:") throw new OutboundError("plain_http");
}
