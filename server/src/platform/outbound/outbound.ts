import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { Dispatcher } from "undici";
import { AppError } from "../errors.ts";
import { tracedCall } from "../telemetry/traced-call.ts";
import { VERSION } from "../version.ts";
import { AddressRules } from "./address-rules.ts";
import { HostNames, type NameLane } from "./host-names.ts";
import { asOutboundError, OutboundError, type OutboundFailure } from "./outbound-error.ts";
import { assertReachable, pinnedConnector, type Resolve } from "./pinned-connector.ts";
import { type BodyLimits, readBody } from "./read-body.ts";
import { isRedirect } from "./redirect-of.ts";

export type OutboundRequest = BodyLimits & {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Redirects to follow, each checked like the first address. None by default: then the redirect is the reply. */
  redirects?: number;
  /** Longest time without a byte, instead of the default; at most the whole deadline. */
  idleMs?: number;
  /** Longest time of the whole exchange, instead of the default. */
  deadlineMs?: number;
  /** Queue of the name lookup. */
  lane?: NameLane;
  signal?: AbortSignal;
};

export type OutboundReply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Timeouts; idle means that no bytes arrive. */
export type Timeouts = { deadlineMs: number; connectMs: number; idleMs: number };

const USUAL: Timeouts = { deadlineMs: 15_000, connectMs: 5_000, idleMs: 5_000 };
/**
 * Callers with many requests to a host limit themselves: a hanging webhook must not block another one on the same
 * host.
 */
const CONNECTIONS_PER_HOST = 64;

/**
 * Requests to addresses from untrusted input: photos of feeds, webhooks. They reach public addresses over https and
 * addresses in OUTBOUND_ALLOW, checked after name resolution (address-rules.ts, pinned-connector.ts).
 */
export class Outbound {
  readonly #rules: AddressRules;
  readonly #resolve: (hostname: string, lane: NameLane) => Promise<string[]>;
  readonly #timeouts: Timeouts;
  readonly #clients = new Map<NameLane, Promise<Client>>();
  #closed = false;

  constructor(parts: { allow: readonly string[]; resolve?: Resolve; timeouts?: Partial<Timeouts> }) {
    this.#rules = new AddressRules(parts.allow);
    const names = new HostNames();
    this.#resolve = parts.resolve ?? ((hostname, lane) => names.resolve(hostname, lane));
    this.#timeouts = { ...USUAL, ...parts.timeouts };
  }

  /**
   * Sends a request and returns the reply of any status, with its body undecoded.
   *
   * @throws OutboundError with the reason of a failure; AppError 503 after close, which says nothing about the other
   * side.
   */
  async send(request: OutboundRequest): Promise<OutboundReply> {
    if (this.#closed) throw stopping();
    const signal = AbortSignal.any([
      AbortSignal.timeout(request.deadlineMs ?? this.#timeouts.deadlineMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    try {
      return await Promise.race([this.#follow(request, signal), abortOf(signal)]);
    } catch (error) {
      throw this.#closed ? stopping(error) : asOutboundError(error);
    }
  }

  /** Loads what requests are sent with: else the first one is sent some tenths of a second later. */
  async prepare(): Promise<void> {
    await this.#open("own");
  }

  /** True after close: no requests are sent, and active ones were aborted. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * The reason why an address is always refused, without resolving its name, for validation of user input. Null when
   * it may be allowed: a name requires https, and its addresses are checked on each request.
   */
  refusalOf(address: string): OutboundFailure | null {
    try {
      const { protocol, hostname } = parseAddress(address);
      const host = hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host) !== 0) assertReachable(this.#rules, protocol, host);
      else if (protocol !== "https:") throw new OutboundError("plain_http");
      return null;
    } catch (error) {
      return asOutboundError(error).reason;
    }
  }

  /**
   * Same, with its name resolved within `withinMs`, so that a user who enters a name with a private address gets an
   * error. An unresolvable name is accepted unless it is a private name.
   */
  async refusalOfTarget(address: string, withinMs: number): Promise<OutboundFailure | null> {
    try {
      const { protocol, hostname } = parseAddress(address);
      const host = hostname.replace(/^\[(.*)\]$/, "$1");
      const found = isIP(host) !== 0 ? [host] : await this.#lookUp(host, withinMs);
      for (const each of found) assertReachable(this.#rules, protocol, each);
      if (found.length === 0 && protocol !== "https:") throw new OutboundError("plain_http");
      if (found.length === 0 && isPrivateName(host)) throw new OutboundError("unsafe_address");
      return null;
    } catch (error) {
      return asOutboundError(error).reason;
    }
  }

  /** All addresses of a name, each of which may be asked. @throws OutboundError */
  async addressesOf(host: string): Promise<string[]> {
    const late = abortOf(AbortSignal.timeout(this.#timeouts.connectMs));
    try {
      const found = await Promise.race([this.#resolve(host, "own"), late]);
      if (found.length === 0) throw new OutboundError("unreachable");
      for (const each of found) assertReachable(this.#rules, "https:", each);
      return found;
    } catch (error) {
      throw asOutboundError(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const clients = await Promise.all(this.#clients.values());
    await Promise.all(clients.map(({ dispatcher }) => dispatcher.destroy()));
  }

  /** All addresses of a name; empty when it has none or the lookup times out. */
  async #lookUp(host: string, withinMs: number): Promise<string[]> {
    const late = abortOf(AbortSignal.timeout(withinMs));
    return Promise.race([this.#resolve(host, "own"), late]).catch(() => []);
  }

  async #follow(request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { redirects = 0 } = request;
    let url = parseAddress(request.url);
    for (let followed = 0; ; followed++) {
      const reply = await this.#exchange(url, request, signal);
      const next = redirects > 0 && isRedirect(reply.status) ? reply.headers.location : undefined;
      if (next === undefined) return reply;
      if (followed === redirects) throw new OutboundError("too_many_redirects");
      url = parseAddress(next, url);
    }
  }

  #exchange(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    return tracedCall({ method: request.method ?? "GET", url }, async (span) => {
      const reply = await this.#sendOnce(url, request, signal);
      span?.set({ "http.response.status_code": reply.status });
      return reply;
    });
  }

  async #sendOnce(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { send, dispatcher } = await this.#open(request.lane ?? "own");
    const { idleMs = this.#timeouts.idleMs } = request;
    const { statusCode, headers, body } = await send(url, {
      dispatcher,
      method: request.method ?? "GET",
      headers: {
        "user-agent": `Lintel/${VERSION}`,
        "accept-encoding": "identity",
        ...request.headers,
      },
      body: request.body ?? null,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      signal,
    });
    return { status: statusCode, headers, body: await readBody(headers, body, request) };
  }

  #open(lane: NameLane): Promise<Client> {
    const client = this.#clients.get(lane) ?? this.#connect(lane);
    this.#clients.set(lane, client);
    return client;
  }

  async #connect(lane: NameLane): Promise<Client> {
    // Loaded by the first request, so that the start does not wait for it.
    const { Agent, buildConnector, request } = await import("undici");
    const connect = pinnedConnector({
      rules: this.#rules,
      resolve: (hostname) => this.#resolve(hostname, lane),
      connectMs: this.#timeouts.connectMs,
      build: buildConnector,
    });
    return {
      send: request,
      dispatcher: new Agent({ connect, allowH2: false, connections: CONNECTIONS_PER_HOST, pipelining: 1 }),
    };
  }
}

type Client = { send: typeof import("undici").request; dispatcher: Dispatcher };

function stopping(cause?: unknown): AppError {
  return new AppError("unavailable", "The service is stopping", { cause });
}

/** The URL parser normalizes numeric addresses (0x7f.1, 2130706433) to dotted form, which the rules check. */
function parseAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || url.username !== "" || url.password !== "" || !isWebPort(url.port)) {
    throw new OutboundError("bad_address");
  }
  return url;
}

/** A name outside of public DNS (RFC 6761, 6762, 8375; `internal` is ICANN's for private use). */
function isPrivateName(host: string): boolean {
  const name = host.replace(/\.$/, "");
  return !name.includes(".") || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}

/** The scheme's default port or an unprivileged one: mail, remote shells and file shares are below 1024. */
function isWebPort(port: string): boolean {
  return port === "" || Number(port) >= 1024;
}

/** undici observes an abort only once connected, so slow name resolution would block the caller. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
