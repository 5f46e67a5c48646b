import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { Dispatcher } from "undici";
import { AppError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { AddressRules } from "./address-rules.ts";
import { HostNames, type NameLane } from "./host-names.ts";
import { asOutboundError, OutboundError, type OutboundFailure } from "./outbound-error.ts";
import { demandReachable, pinnedConnector, type Resolve } from "./pinned-connector.ts";
import { type BodyLimits, readBody } from "./read-body.ts";

export type OutboundRequest = BodyLimits & {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** How many redirects to follow, each judged anew; none by default, and then the reply is the redirect. */
  redirects?: number;
  /** How long it may say nothing, when that is to be longer or shorter than usual; never longer than the whole may take. */
  idleMs?: number;
  /** Whose names wait for each other when there are many to look up. */
  lane?: NameLane;
  signal?: AbortSignal;
};

export type OutboundReply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** How long things may take; an idle connection is one on which no bytes come. */
export type Patience = { deadlineMs: number; connectMs: number; idleMs: number };

const USUAL: Patience = { deadlineMs: 15_000, connectMs: 5_000, idleMs: 5_000 };
/** Whoever asks much of a host limits it itself: one webhook that hangs must not hold up another at the same host. */
const CONNECTIONS_PER_HOST = 64;

/**
 * Requests to addresses that other people gave us: photos of feeds, webhooks. They reach public addresses over https and
 * what OUTBOUND_ALLOW names, nothing else, whatever a name resolves to (address-rules.ts, pinned-connector.ts).
 */
export class Outbound {
  readonly #rules: AddressRules;
  readonly #resolve: (hostname: string, lane: NameLane) => Promise<string[]>;
  readonly #patience: Patience;
  readonly #clients = new Map<NameLane, Promise<Client>>();
  #closed = false;

  constructor(parts: { allow: readonly string[]; resolve?: Resolve; patience?: Partial<Patience> }) {
    this.#rules = new AddressRules(parts.allow);
    const names = new HostNames();
    this.#resolve = parts.resolve ?? ((hostname, lane) => names.resolve(hostname, lane));
    this.#patience = { ...USUAL, ...parts.patience };
  }

  /**
   * The reply, whatever its status; its body as it came over the wire (nothing is unpacked).
   *
   * @throws OutboundError with the reason why there is none; AppError 503 once it is closed, which says nothing about the other side.
   */
  async send(request: OutboundRequest): Promise<OutboundReply> {
    if (this.#closed) throw stopping();
    const signal = AbortSignal.any([
      AbortSignal.timeout(this.#patience.deadlineMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    try {
      return await Promise.race([this.#follow(request, signal), abortOf(signal)]);
    } catch (error) {
      throw this.#closed ? stopping(error) : asOutboundError(error);
    }
  }

  /** Nothing is asked any more, and what was under way is cut off. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Why an address will never be asked, as far as that shows without looking its name up: for telling whoever enters it.
   * Null: it may be. A name is https only; where it leads is judged whenever it is asked.
   */
  refusalOf(address: string): OutboundFailure | null {
    try {
      const { protocol, hostname } = demandAddress(address);
      const host = hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host) !== 0) demandReachable(this.#rules, protocol, host);
      else if (protocol !== "https:") throw new OutboundError("plain_http");
      return null;
    } catch (error) {
      return asOutboundError(error).reason;
    }
  }

  /**
   * The same with its name looked up, in at most `withinMs`: so that whoever enters a name which leads to a private address
   * is told. A name that does not answer now may be asked later, but for those that are never public.
   */
  async refusalOfTarget(address: string, withinMs: number): Promise<OutboundFailure | null> {
    try {
      const { protocol, hostname } = demandAddress(address);
      const host = hostname.replace(/^\[(.*)\]$/, "$1");
      const found = isIP(host) !== 0 ? [host] : await this.#lookUp(host, withinMs);
      for (const each of found) demandReachable(this.#rules, protocol, each);
      if (found.length === 0 && protocol !== "https:") throw new OutboundError("plain_http");
      if (found.length === 0 && isPrivateName(host)) throw new OutboundError("unsafe_address");
      return null;
    } catch (error) {
      return asOutboundError(error).reason;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const clients = await Promise.all(this.#clients.values());
    await Promise.all(clients.map(({ dispatcher }) => dispatcher.destroy()));
  }

  /** Every address of a name; none when it has none now, or none in time. */
  async #lookUp(host: string, withinMs: number): Promise<string[]> {
    const late = abortOf(AbortSignal.timeout(withinMs));
    return Promise.race([this.#resolve(host, "own"), late]).catch(() => []);
  }

  async #follow(request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { redirects = 0 } = request;
    let url = demandAddress(request.url);
    for (let followed = 0; ; followed++) {
      const reply = await this.#exchange(url, request, signal);
      const next = redirects > 0 && isRedirect(reply.status) ? reply.headers.location : undefined;
      if (next === undefined) return reply;
      if (followed === redirects) throw new OutboundError("too_many_redirects");
      url = demandAddress(next, url);
    }
  }

  async #exchange(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { send, dispatcher } = await this.#open(request.lane ?? "own");
    const { idleMs = this.#patience.idleMs } = request;
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
    // Loaded by the first request: a start need not wait for it.
    const { Agent, buildConnector, request } = await import("undici");
    const connect = pinnedConnector({
      rules: this.#rules,
      resolve: (hostname) => this.#resolve(hostname, lane),
      connectMs: this.#patience.connectMs,
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

/** Numbers in any spelling (0x7f.1, 2130706433) are dotted by the parser, so that the rules see what they are. */
function demandAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || url.username !== "" || url.password !== "" || !isWebPort(url.port)) {
    throw new OutboundError("bad_address");
  }
  return url;
}

/** One that no public name server answers for (RFC 6761, 6762, 8375; `internal` is ICANN's for private use). */
function isPrivateName(host: string): boolean {
  const name = host.replace(/\.$/, "");
  return !name.includes(".") || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}

/** The scheme's own, or one that needs no privilege: below 1024 live mail, remote shells and file shares. */
function isWebPort(port: string): boolean {
  return port === "" || Number(port) >= 1024;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** undici notices an abort only when the connection stands: a name that takes long to resolve would hold us. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
