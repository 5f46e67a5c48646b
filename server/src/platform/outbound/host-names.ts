import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { FairQueue } from "../fair-queue.ts";

export type HostNamesOptions = {
  /** Name servers; those of the system when left out. */
  servers?: string[];
  hostsFile?: string;
  lookupMs?: number;
};

const HOSTS_FILE =
  process.platform === "win32" ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : "/etc/hosts";
/** It is read again after this long. */
const HOSTS_FRESH_MS = 5000;
const LOOKUP_MS = 4000;
const TRIES = 2;

/** Of all lookups, and of those in one domain: one slow name server does not take every place. */
const limits = {
  slots: 64,
  slotsPerCaller: 8,
  waiting: 500,
  waitingPerCaller: 100,
  retryAfterSeconds: 5,
  busy: "Too many names are being looked up at the moment",
};

/**
 * Looks up the addresses of hosts that strangers name, without `getaddrinfo`: that blocks a thread of the pool which
 * files, sharp and cryptography use too, for as long as a name server likes. The hosts file comes first, then DNS, which is
 * asked for the full name; search domains, mDNS and other sources of the system are not asked.
 */
export class HostNames {
  readonly #options: HostNamesOptions;
  readonly #lookups = new FairQueue(limits);
  #hosts: { names: Promise<Map<string, string[]>>; readAt: number } | null = null;

  constructor(options: HostNamesOptions = {}) {
    this.#options = options;
  }

  /** Every address of a host. @throws when it has none, or they are not there in time. */
  async resolve(hostname: string): Promise<string[]> {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    const listed = (await this.#hostsFile()).get(name);
    if (listed) return listed;
    // RFC 6761: never asked of a name server.
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    const signal = AbortSignal.timeout(this.#options.lookupMs ?? LOOKUP_MS);
    return this.#lookups.run(domainOf(name), signal, () => this.#ask(name, signal));
  }

  async #ask(name: string, signal: AbortSignal): Promise<string[]> {
    const { servers, lookupMs = LOOKUP_MS } = this.#options;
    // One for each lookup: cancelling ends all that a resolver has asked.
    const resolver = new Resolver({ timeout: Math.ceil(lookupMs / TRIES), tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
      signal.throwIfAborted();
      if (addresses.length === 0) throw (found[0] as PromiseRejectedResult).reason;
      return addresses;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  #hostsFile(): Promise<Map<string, string[]>> {
    const now = performance.now();
    if (this.#hosts === null || now - this.#hosts.readAt > HOSTS_FRESH_MS) {
      const file = readFile(this.#options.hostsFile ?? HOSTS_FILE, "utf8");
      this.#hosts = { names: file.then(namesIn, () => new Map()), readAt: now };
    }
    return this.#hosts.names;
  }
}

/** Whoever has one name of a domain has all of them. */
function domainOf(name: string): string {
  return name.split(".").slice(-2).join(".");
}

function namesIn(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...hosts] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const host of hosts) {
      const name = host.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
