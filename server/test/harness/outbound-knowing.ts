import { Outbound } from "../../src/platform/outbound/outbound.ts";

/** Outbound requests that find the addresses of these names alone, and may go to one address that is not public. */
export function outboundKnowing(names: Record<string, string[]>, allowed: string): Outbound {
  return new Outbound({
    allow: [allowed],
    async resolve(host) {
      const found = names[host];
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
      return found;
    },
  });
}
