import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../errors.ts";
import { FairQueue } from "../fair-queue.ts";
import { OutboundError } from "./outbound-error.ts";

export type HostNamesOptions = {
  /** Name servers; the system's by default. */
  servers?: string[];
  hostsFile?: string;
  lookupMs?: number;
  /** Longest wait in the queue. */
  waitMs?: number;
};

const HOSTS_FILE =
  process.platform === "win32" ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : "/etc/hosts";
/** Age after which the hosts file is read again. */
const HOSTS_FRESH_MS = 5000;
const LOOKUP_MS = 4000;
const TRIES = 2;
const WAIT_MS = 5000;
/**
 * Some name servers drop queries for one address family. After the first family resolves, the other one is given this
 * long (RFC 8305 gives less).
 */
const OTHER_FAMILY_MS = 300;

const bounds = { retryAfterSeconds: 5, busy: "Too many names are being looked up at the moment" };
/** Limits in all and per domain, so that one slow name server does not use up all slots. */
const queues = {
  /** For feeds, webhooks and pushes. */
  own: { ...bounds, slots: 64, slotsPerCaller: 8, waiting: 500, waitingPerCaller: 100 },
  /** For names from anonymous callers, isolated from the others. */
  anonymous: { ...bounds, slots: 32, slotsPerCaller: 8, waiting: 200, waitingPerCaller: 50 },
};

/** The source of a name. */
export type NameLane = keyof typeof queues;

/**
 * Resolves hosts from untrusted input without `getaddrinfo`, which blocks a thread of the libuv pool (shared with
 * files, sharp and cryptography) for as long as a name server takes. The hosts file comes first, then DNS for the
 * full name; search domains, mDNS and other system sources are not used.
 */
export class HostNames {
  readonly #options: HostNamesOptions;
  readonly #lookups = { own: new FairQueue(queues.own), anonymous: new FairQueue(queues.anonymous) };
  #hosts: { names: Promise<Map<string, string[]>>; readAt: number } | null = null;

  constructor(options: HostNamesOptions = {}) {
    this.#options = options;
  }

  /**
   * All addresses of a host. @throws when it has none or the lookup times out; OutboundError `busy` when it does not
   * leave the queue in time.
   */
  async resolve(hostname: string, lane: NameLane = "own"): Promise<string[]> {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    const listed = (await this.#hostsFile()).get(name);
    if (listed) return listed;
    // RFC 6761: never sent to a name server.
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    const waited = AbortSignal.timeout(this.#options.waitMs ?? WAIT_MS);
    return this.#lookups[lane]
      .run(domainOf(name), waited, () => this.#ask(name))
      .catch((error) => {
        const isBusy = error instanceof AppError || error === waited.reason;
        throw isBusy ? new OutboundError("busy", { cause: error }) : error;
      });
  }

  async #ask(name: string): Promise<string[]> {
    const { servers, lookupMs = LOOKUP_MS } = this.#options;
    // One resolver per lookup, because cancelling ends all queries of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(lookupMs / TRIES), tries: TRIES });
    if (servers) resolver.setServers(servers);
    const late = AbortSignal.timeout(lookupMs);
    late.addEventListener("abort", () => resolver.cancel(), { once: true });
    try {
      const found = await bothOrOneInTime([resolver.resolve4(name), resolver.resolve6(name)]);
      if (found.length === 0) late.throwIfAborted();
      return found;
    } catch (error) {
      late.throwIfAborted();
      throw error;
    } finally {
      resolver.cancel();
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

/** Addresses of both families; after one resolves, the other is given a short time. @throws when neither has any. */
async function bothOrOneInTime(families: Promise<string[]>[]): Promise<string[]> {
  const found: string[][] = families.map(() => []);
  const all = Promise.allSettled(
    families.map(async (each, nth) => {
      found[nth] = await each;
    }),
  );
  const first = Promise.any(
    families.map(async (each) => {
      if ((await each).length === 0) throw new Error("The family has no addresses");
    }),
  );
  await Promise.race([
    all,
    first.then(
      () => delay(OTHER_FAMILY_MS, undefined, { ref: false }),
      () => all,
    ),
  ]);
  const addresses = found.flat();
  // Its rejection has the reason.
  return addresses.length > 0 ? addresses : (families[0] as Promise<string[]>);
}

/** Second-level registries under country codes: a domain below them has three labels. */
const REGISTRIES = new Set(["co", "com", "ac", "org", "gov", "net", "edu", "ne", "or"]);

/** The registrable domain of a name, which has one owner. */
export function domainOf(name: string): string {
  const labels = name.split(".");
  const [second = "", country = ""] = labels.slice(-2);
  return labels.slice(country.length === 2 && REGISTRIES.has(second) ? -3 : -2).join(".");
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
